"""Who answers the prompts: a model behind an address, or one of our own players, whose scores are anchors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Protocol
from zlib import crc32

from sapper._support.installation import importing
from sapper.board.game import Game
from sapper.errors import ArgumentError, SapperError
from sapper.strategy.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, and what the server counted.

    Attributes:
        text: What the model wrote.
        prompt_tokens: The tokens of the prompt; 0 if the server does not say.
        reply_tokens: The tokens of the reply, thoughts included; 0 if the server does not say.
    """

    text: str
    prompt_tokens: int = 0
    reply_tokens: int = 0


class EndpointError(SapperError):
    """A server that did not answer, after all retries."""


class Player(Protocol):
    """Answers prompts, several at a time."""

    @property
    def name(self) -> str:
        """The name in reports."""

    async def reply(self, prompt: str, game: Game[Any], seed: int) -> Reply:
        """The reply to a prompt. `game` is for players of our own. `seed` tells repeated questions apart.

        Raises:
            EndpointError: There is none.
        """

    async def close(self) -> None:
        """Ends connections."""


ANCHORS: Final[Mapping[str, str]] = MappingProxyType(
    {"random": "random", "rules": "single+random", "exact": "best"}
)
"""Players of our own, and their strategies. `random` opens any hidden cell, `rules` looks at one number at a
time, and `exact` is the strongest."""


class Anchor:
    """A player of our own, which sees what the prompt shows."""

    def __init__(self, name: str) -> None:
        """Takes a player by its name in `ANCHORS`."""
        self.name = name
        self._strategy = Strategy("best" if name == "random" else ANCHORS[name])

    async def reply(self, prompt: str, game: Game[Any], seed: int) -> Reply:
        """Opens a cell."""
        topology = game.topology
        if self.name == "random":
            hidden = [index for index in range(topology.size) if game.position.marks.flat[index] == -1]
            index = hidden[crc32(f"{seed} {prompt}".encode()) % len(hidden)]  # the same on every machine
            cell = topology.cell(index)
        else:
            cell = self._strategy.choose(game.position, rules=game.rules, seed=seed + len(game.history)).cell
        numbers = cell if isinstance(cell, tuple) else (cell,)
        return Reply(f"open {' '.join(map(str, numbers))}")

    async def close(self) -> None:
        """Nothing is open."""


_LONGEST_REPLY: Final = 600.0  # seconds until a request is given up


class Endpoint:
    """A model behind an address that speaks as OpenAI's does: a server of one's own, or a provider."""

    def __init__(
        self,
        address: str | None,
        model: str,
        *,
        retries: int = 5,
        most_tokens: int | None = None,
        temperature: float | None = None,
    ) -> None:
        """Connects when the first prompt is sent, with the key `OPENAI_API_KEY` of the environment.

        Args:
            address: The base address, such as `http://localhost:8000/v1`; None is that of the library.
            model: The name that the server knows.
            retries: How often a request is tried again, after growing pauses.
            most_tokens: The largest number of tokens of a reply; None leaves it to the server.
            temperature: The temperature; None leaves it to the server.

        Raises:
            MissingExtraError: The library is missing.
            ArgumentError: The library refuses an argument.
        """
        import os

        with importing("llm", "asking a model needs openai"):
            import openai
        self._errors = openai.OpenAIError
        self.name = model
        options: dict[str, Any] = {"model": model, "temperature": temperature, "max_tokens": most_tokens}
        self._options = {name: value for name, value in options.items() if value is not None}
        try:
            self._client = openai.AsyncOpenAI(
                base_url=address,
                api_key=os.environ.get("OPENAI_API_KEY") or "none",  # servers of one's own accept any word
                max_retries=retries,
                timeout=_LONGEST_REPLY,
            )
        except (openai.OpenAIError, ValueError, TypeError) as error:
            raise ArgumentError(f"the address {address!r} cannot be used: {error}") from None

    async def reply(self, prompt: str, game: Game[Any], seed: int) -> Reply:  # noqa: ARG002
        """Sends the prompt."""
        try:
            answer = await self._client.chat.completions.create(
                messages=[{"role": "user", "content": prompt}], **self._options
            )
        except self._errors as error:
            raise EndpointError(f"the server did not answer: {error}") from None
        choices, usage = getattr(answer, "choices", None), getattr(answer, "usage", None)
        if not choices:
            raise EndpointError("the server sent no answer: is its address one of OpenAI's kind?")
        return Reply(
            choices[0].message.content or "",
            getattr(usage, "prompt_tokens", 0) or 0,
            getattr(usage, "completion_tokens", 0) or 0,
        )

    async def close(self) -> None:
        """Ends the connections."""
        await self._client.close()
