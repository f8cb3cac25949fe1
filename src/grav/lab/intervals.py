"""95 % confidence intervals, and significance tests of differences.

Needs the standard library only, so that any reader of lab files can use it.
"""

from dataclasses import dataclass
from math import exp, inf, lgamma, log, sqrt
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)
"""The two-sided 95 % quantile of the normal distribution, in standard deviations."""
_MIN_FREEDOM_FOR_SERIES = 200
"""Above so many degrees of freedom, a series replaces the bisection for the t quantile."""
_STEPS, _CLOSE, _TINY = 300, 1e-14, 1e-300

Interval = tuple[float, float]


def wilson_interval(hits: int, of: int) -> Interval:
    """Returns the 95 % Wilson score interval for a share."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = hits / of, Z95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = sqrt(share * (1 - share) / of + z2 / (4 * of**2)) * Z95 / (1 + z2 / of)
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


@dataclass(frozen=True, slots=True)
class Sample:
    """A mean with the variance of its values and their number."""

    mean: float
    variance: float
    """The variance of the values, not of the mean; inf where it is unknown."""
    of: int

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.of)

    def scale(self, by: float) -> "Sample":
        return Sample(self.mean * by, self.variance * by * by, self.of)


def sample_of(total: int, squares: int, of: int) -> Sample:
    """Computes a sample from integer sums of values and of squares, without rounding between."""
    scatter = of * squares - total * total
    return Sample(total / of, scatter / (of * (of - 1)) if of > 1 else inf, of)


def normal_interval(sample: Sample) -> Interval:
    """Returns the 95 % normal interval for a mean, valid for many games (central limit theorem)."""
    reach = Z95 * sample.error
    return sample.mean - reach, sample.mean + reach


@dataclass(frozen=True, slots=True)
class Difference:
    """The second value minus the first, with its interval and p-value."""

    value: float
    interval: Interval
    p: float
    """The p-value: how often chance alone would give at least this difference."""


def difference_of_shares(hits: int, of: int, other_hits: int, other_of: int) -> Difference:
    """Compares two shares: z-test with pooled variance; unpooled variances for the interval."""
    one, other = hits / of, other_hits / other_of
    value = other - one
    pooled = (hits + other_hits) / (of + other_of)
    error = sqrt(pooled * (1 - pooled) * (1 / of + 1 / other_of))
    reach = Z95 * sqrt(one * (1 - one) / of + other * (1 - other) / other_of)
    p = 2 * NormalDist().cdf(-abs(value) / error) if error else 1.0
    return Difference(value, (value - reach, value + reach), p)


def difference_of_means(one: Sample, other: Sample) -> Difference:
    """Compares two means by Welch's t-test, which does not assume equal variances."""
    value = other.mean - one.mean
    parts = one.variance / one.of, other.variance / other.of
    error = sqrt(sum(parts))
    if error == 0:  # no variance: any difference is certain
        return Difference(value, (value, value), 0.0 if value else 1.0)
    if error == inf:
        return Difference(value, (-inf, inf), 1.0)
    freedom = sum(parts) ** 2 / sum(
        part**2 / (sample.of - 1) for part, sample in zip(parts, (one, other), strict=True)
    )
    reach = t_quantile(freedom) * error
    return Difference(
        value, (value - reach, value + reach), t_tail_probability(value / error, freedom)
    )


def t_tail_probability(t: float, freedom: float) -> float:
    """Returns the two-sided tail probability of Student's t distribution."""
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def t_quantile(freedom: float) -> float:
    """Returns the two-sided 95 % quantile of Student's t distribution."""
    if freedom > _MIN_FREEDOM_FOR_SERIES:
        z = Z95
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 1.0
    while t_tail_probability(high, freedom) > 0.05:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail_probability(middle, freedom) > 0.05 else (low, middle)
    return high


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges faster for the complement
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    value, c, d = 1.0, 1.0, 0.0
    for step in range(_STEPS):
        m = step // 2
        if step == 0:
            term = 1.0
        elif step % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + term * d or _TINY)
        c = 1 + term / c or _TINY
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return front * (value - 1)


def holm_correction(ps: list[float], level: float = 0.05) -> list[bool]:
    """Returns which p-values are significant under the Holm–Bonferroni correction.

    The chance of any false positive among them all is at most `level`.
    """
    found = [False] * len(ps)
    order = sorted(range(len(ps)), key=lambda index: ps[index])
    for place, index in enumerate(order):
        if ps[index] > level / (len(ps) - place):
            break
        found[index] = True
    return found
