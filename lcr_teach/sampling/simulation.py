"""The entry point: how many games, counted per position or played one by one."""

from __future__ import annotations

import secrets
from concurrent.futures import Executor

from lcr_teach.exact import exact_integer
from lcr_teach.rules import Rules
from lcr_teach.sampling.counting import MOST_GAMES, can_count, count_games, successors_at_most
from lcr_teach.sampling.games import MOST_PLAYED, plan, sure_to_end
from lcr_teach.sampling.sample import Sample
from lcr_teach.sampling.work import Progress, Stop, Watch, play_blocks

__all__ = ["simulate"]

#: Tables up to this many successors (3 x 3 and 4 x 2 among them) are always counted.
_SMALL = 50_000

#: Counted per position, a turn costs no more than so much for each successor, however many
#: games there are; games played one by one cost the same each. With this many games for
#: each successor the two were about equally quick at 4 x 3 and 5 x 3.
_GAMES_PER_SUCCESSOR = 8


def simulate(
    rules: Rules,
    games: int,
    seed: int | None = None,
    *,
    executor: Executor | None = None,
    progress: Progress | bool | None = None,
    stop: Stop | None = None,
) -> Sample:
    """Play many games and count how they end.

    Parameters
    ----------
    rules : Rules
        The table; its die must not contain symbols.
    games : int
        How many games, from 1 to 10**15, or to 10**10 at a table that is too large to list
        its positions.
    seed : int, optional
        Start of the random numbers, 0 or more. The same seed gives the same sample with
        the same version of numpy, and another one, as good, where numpy has changed how it
        draws. Without a seed, one is drawn and kept in :attr:`Sample.seed`.
    executor : concurrent.futures.Executor, optional
        Who plays the games that are played one by one: a pool of processes, or the
        workers of a Dask cluster, as ``executor=client.get_executor()``. The sample is the
        same with any number of workers, and without one.
    progress : True or function, optional
        ``True`` shows a bar, in a terminal as in a notebook. A function is called now and
        then with two numbers: the games that are over, and all games.
    stop : function or threading.Event, optional
        The run ends early when the function returns true or the event is set. The sample
        then has fewer games and says so in :attr:`Sample.complete`.

    Returns
    -------
    Sample
        Winners, lengths and chips in the centre, counted in games.

    Raises
    ------
    TypeError, ValueError
        In one sentence, for a number of games that cannot be, a die with symbols, a
        table that is too large, or one where a game may go on for ever.

    Notes
    -----
    There are two ways to do it, with the same law, and the quicker one is taken; which one
    that is depends on the table and the number of games alone.

    *Counted per position.* If n games stand in one position, the numbers of them that see
    each roll have the multinomial law with n trials and the probabilities of the rolls
    [1]_. The games are independent, so are the positions given their counts, and one draw
    for each position is all that a turn needs. The work grows with the number of positions
    that are occupied, not with the number of games.

    *Played one by one*, in blocks of 65 536 games with random numbers of their own, all
    games of a block moved by one turn at a time. This way is for large tables and few games.

    A run that is stopped must not keep just the games that were over by then, for those are
    the short ones. Of games that are counted, 10 000 are chosen at random, finished or not,
    and played on to their ends; of games that are played one by one, all blocks that were
    begun are finished.

    References
    ----------
    .. [1] W. Feller, *An Introduction to Probability Theory and Its Applications*,
       volume 1, third edition, Wiley 1968, section VI.9.

    Examples
    --------
    >>> sample = simulate(Rules(players=3), games=10**12, seed=1)
    >>> sum(sample.wins) == 10**12
    True
    >>> simulate(Rules(players=12), games=1000, seed=1).games
    1000
    >>> simulate(Rules(players=3), games=0)
    Traceback (most recent call last):
        ...
    ValueError: games must be from 1 to 1000000000000000, not 0.

    Long work tells how far it is, and ends early when it is asked to:

    >>> over = []
    >>> sample = simulate(
    ...     Rules(players=9, chips=1),
    ...     games=10**6,
    ...     seed=1,
    ...     progress=lambda done, games: over.append(done),
    ...     stop=lambda: len(over) == 2,
    ... )
    >>> over
    [65536, 131072]
    >>> sample.games, sample.complete
    (131072, False)
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {rules!r}.")
    games = exact_integer(games, "games", least=1, most=MOST_GAMES)
    seed = secrets.randbits(32) if seed is None else exact_integer(seed, "seed", least=0)
    refuse_symbols(rules)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor must be an Executor, not {executor!r}.")
    counted = _better_counted(rules, games)
    if not counted and games > MOST_PLAYED:
        raise ValueError(
            f"this table is too large to count games per position, and to play {games} games "
            f"one by one takes too long: take at most {MOST_PLAYED}."
        )
    with Watch(games, progress, stop) as watch:
        if counted:
            rows = count_games(rules, games, seed, watch)
        else:
            rows = play_blocks(plan(rules), games, seed, watch, executor)
    played = int(rows[:, 4].sum())
    return Sample(rules, played, (seed,), rows, complete=played == games)


def refuse_symbols(rules: Rules) -> None:
    """Refuse a die that cannot be rolled."""
    if rules.die.free_symbols:
        names = ", ".join(sorted(map(str, rules.die.free_symbols)))
        raise ValueError(f"a die with symbols ({names}) cannot be rolled: give them values.")


def _better_counted(rules: Rules, games: int) -> bool:
    # Whoever changes the rules in a subclass gets what the rules say: only the counting
    # asks them. It also is the way to find out whether a game can go on for ever.
    if type(rules) is not Rules or not sure_to_end(rules):
        return True
    successors = successors_at_most(rules)
    return successors <= _SMALL or (can_count(rules) and games >= _GAMES_PER_SUCCESSOR * successors)
