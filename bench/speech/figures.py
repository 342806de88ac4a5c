"""Statistics over the scores of conversation sides: means, correlations and effects of factors."""

import dataclasses
import math
import statistics


@dataclasses.dataclass(frozen=True)
class Score:
    """One F measure, in per cent, of one side: what was scored, under which condition, by which figure."""

    condition: str
    side: str
    match: str
    labels: str
    pairing: str
    heads: str
    f: float


def chosen(scores, **wanted):
    """The scores that have all these values; a value may be a list of values."""
    wanted = {key: value if isinstance(value, (list, tuple, set)) else [value] for key, value in wanted.items()}
    return [score for score in scores if all(getattr(score, key) in values for key, values in wanted.items())]


def mean(scores):
    return statistics.fmean(score.f for score in scores)


def collapsed(scores):
    """Scores of dependencies as means over the head tables, so that a representation counts once, as in the paper."""
    place = lambda score: dataclasses.replace(score, heads="", f=0.0)
    groups = {}
    for score in scores:
        groups.setdefault(place(score), []).append(score.f)
    return [dataclasses.replace(one, f=statistics.fmean(values)) for one, values in groups.items()]


def correlation(pairs):
    """Pearson's r."""
    one, other = zip(*pairs)
    middle, centre = statistics.fmean(one), statistics.fmean(other)
    both = sum((x - middle) * (y - centre) for x, y in pairs)
    return both / math.sqrt(sum((x - middle) ** 2 for x in one) * sum((y - centre) ** 2 for y in other))


def paired(one, other):
    """The F measures of two lists of scores that belong to the same side, condition and labels."""
    place = lambda score: (score.condition, score.side, score.labels)
    there = {place(score): score.f for score in other}
    return [(score.f, there[place(score)]) for score in one if place(score) in there]


@dataclasses.dataclass
class Effect:
    """The effect of a factor, from the differences of the sides between two levels: their mean, half of the 95 % interval, F(1, n-1)."""

    one: float
    other: float
    difference: float
    margin: float
    f: float
    freedom: int


def effect(one, other):
    """Both levels as lists of scores over the same sides; each side has one vote."""
    means = [by_side(scores) for scores in (one, other)]
    differences = [means[0][side] - means[1][side] for side in sorted(means[0])]
    count = len(differences)
    middle, error = statistics.fmean(differences), statistics.stdev(differences) / math.sqrt(count)
    f = (middle / error) ** 2 if error > 0 else math.inf
    return Effect(mean(one), mean(other), middle, student(count - 1) * error, f, count - 1)


def by_side(scores):
    sides = {}
    for score in scores:
        sides.setdefault(score.side, []).append(score.f)
    return {side: statistics.fmean(values) for side, values in sides.items()}


def student(freedom):
    """The quantile of Student's t for a 95 % interval, by the first terms of its expansion around the normal one (2.042 for 30)."""
    z = statistics.NormalDist().inv_cdf(0.975)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
