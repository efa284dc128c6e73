"""Tab completion where the shells differ from what click expects: after `--option=`, and in `MODULE:NAME`.

Bash makes words of their own of `=` and `:`, and completes only what comes after them. Zsh and fish complete
the whole word, with `--option=` before the value.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from click.shell_completion import BashComplete, FishComplete, ZshComplete, add_completion_class

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_BREAKS: Final = ("=", ":")

_ZSH_PATHS: Final = "[[ $PREFIX == --*=* ]] && compset -P 1 '*='; _path_files"
"""Completes paths in zsh: after `--option=`, only what follows."""

_FISH: Final = r"""function %(complete_func)s;
    set -l option (string match -r -- '^--[^=]*=' (commandline -ct));
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) \
COMP_CWORD=(commandline -t) %(prog_name)s);
    for completion in $response;
        set -l metadata (string split -m 1 "," $completion);
        switch $metadata[1];
            case dir;
                __fish_complete_directories $metadata[2] | string replace -r '^' -- "$option";
            case file;
                __fish_complete_path $metadata[2] | string replace -r '^' -- "$option";
            case plain;
                string replace -r '^' -- "$option" $metadata[2];
        end;
    end;
end;

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)";
"""


def add_shells() -> None:
    """Makes click use the classes of this module."""
    for shell in (_Bash, _Zsh, _Fish):
        add_completion_class(shell)


class _Bash(BashComplete):
    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is completed, and that one, as they were typed."""
        raw = os.environ["COMP_WORDS"].split("\n")
        at = int(os.environ["COMP_CWORD"])
        words = join_words([*raw[:at], raw[at] if at < len(raw) else ""])
        return words[1:-1], words[-1]

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """The rests of the words after the last `=` or `:`."""
        option, equals, value = incomplete.partition("=")
        if not (equals and option.startswith("--")):
            value = incomplete
        length = len(value[: value.rfind(":") + 1])
        items = super().get_completions(args, incomplete)
        for item in items:
            item.value = item.value[length:]
        return items


class _Zsh(ZshComplete):
    source_template = ZshComplete.source_template.replace("_path_files", _ZSH_PATHS)

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """The whole words, with `--option=` before a value."""
        option, equals, _ = incomplete.partition("=")
        items = super().get_completions(args, incomplete)
        if equals and option.startswith("--"):
            for item in items:
                if item.type == "plain":
                    item.value = f"{option}={item.value}"
        return items


class _Fish(FishComplete):
    source_template = _FISH


def join_words(words: list[str]) -> list[str]:
    """The words of bash, with those joined again that it parted at `=` and `:`."""
    whole: list[str] = []
    together = False
    for word in words:
        is_break = bool(word) and all(sign in _BREAKS for sign in word)
        if whole[1:] and (is_break or together):
            whole[-1] += word
        else:
            whole.append(word)
        together = is_break
    return whole
