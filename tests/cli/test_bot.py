"""`sapper bot`: what it refuses before it looks at the screen."""

import pytest
from support.command_line import command_line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--mines", "10", "--level", "expert"], "leave out --mines"),
        (["--mines", "10", "--games", "2"], "--games needs --play"),
        (["--mines", "10", "--new-game", "n"], "--new-game needs --play"),
        (["--mines", "10", "--within", "1,2,3"], "is not LEFT,TOP,RIGHT,BOTTOM"),
        (["--mines", "10", "--within", "1,2,3,4", "--window", "Mines"], "give one of them"),
        (["--mines", "10", "--strategy", "bst"], "did you mean 'best'"),
        (["--mines", "10", "--keys", "up=k"], "--keys needs --terminal"),
        (["--mines", "10", "--terminal", "x", "--keys", "up=k,flag=f"], "'flag=f' is not MOVE=KEY"),
        (["--mines", "10", "--rows", "9"], "--rows and --columns go together"),
        (["--level", "expert", "--rows", "16", "--columns", "30"], "leave out --rows and --columns"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], said: str) -> None:
    result = command_line("bot", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_without_a_screen_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    result = command_line("bot", "--mines", "10")
    assert result.exit_code == 2
    assert "there is no screen to play on" in result.stderr
