//! Budgets of turns, runs and a person's day, and the amounts spent. Pure functions.

/// The used share of a budget, in percent, from which people are warned.
const LOW_BUDGET_PERCENT: i64 = 80;

/// A measure that is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Model calls.
    Steps,
    /// Working time.
    Time,
    Tokens,
    Cost,
}

impl Measure {
    /// All measures, in the order in which they are checked.
    pub const ALL: [Self; 4] = [Self::Steps, Self::Time, Self::Tokens, Self::Cost];
}

/// A limit that a request to a model would exceed, however short the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The limit of the turn, or of its run.
    Turn(Measure),
    /// The daily limit of the person.
    Day(Measure),
}

/// An amount spent, in every measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Model calls.
    pub steps: i64,
    /// Working time, in milliseconds.
    pub millis: i64,
    pub input_tokens: i64,
    /// The part of `input_tokens` that the provider had cached.
    pub cached_tokens: i64,
    pub output_tokens: i64,
    /// In millionths of a US dollar.
    pub cost_micros: i64,
}

impl std::ops::Add for Spent {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            steps: self.steps + more.steps,
            millis: self.millis + more.millis,
            input_tokens: self.input_tokens + more.input_tokens,
            cached_tokens: self.cached_tokens + more.cached_tokens,
            output_tokens: self.output_tokens + more.output_tokens,
            cost_micros: self.cost_micros + more.cost_micros,
        }
    }
}

impl Spent {
    /// Returns the amount in one measure; time is in milliseconds, money in millionths of a US dollar.
    pub fn of(&self, measure: Measure) -> i64 {
        match measure {
            Measure::Steps => self.steps,
            Measure::Time => self.millis,
            Measure::Tokens => self.input_tokens.saturating_add(self.output_tokens),
            Measure::Cost => self.cost_micros,
        }
    }

    /// Returns the negated amount, for subtraction.
    pub fn taken_back(self) -> Self {
        Self {
            steps: -self.steps,
            millis: -self.millis,
            input_tokens: -self.input_tokens,
            cached_tokens: -self.cached_tokens,
            output_tokens: -self.output_tokens,
            cost_micros: -self.cost_micros,
        }
    }
}

/// The limit of each measure, in the units of [`Spent::of`]; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    pub steps: Option<i64>,
    pub millis: Option<i64>,
    pub tokens: Option<i64>,
    pub cost_micros: Option<i64>,
}

/// A budget that is nearly used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowBudget {
    pub measure: Measure,
    pub used: i64,
    pub limit: i64,
}

impl Budget {
    /// Creates a budget from settings, in which 0 is no limit and money is in US dollars.
    pub fn of(steps: u64, seconds: u64, tokens: u64, cost: f64) -> Self {
        let limit = |value: u64| (value > 0).then(|| i64::try_from(value).unwrap_or(i64::MAX));
        Self {
            steps: limit(steps),
            millis: limit(seconds.saturating_mul(1000)),
            tokens: limit(tokens),
            cost_micros: limit((cost * 1e6) as u64),
        }
    }

    /// Returns the limit of one measure.
    pub fn limit(&self, measure: Measure) -> Option<i64> {
        match measure {
            Measure::Steps => self.steps,
            Measure::Time => self.millis,
            Measure::Tokens => self.tokens,
            Measure::Cost => self.cost_micros,
        }
    }

    /// Returns the first measure that is used up, if any.
    pub fn used_up(&self, spent: &Spent) -> Option<Measure> {
        let is_over =
            |measure: &Measure| self.limit(*measure).is_some_and(|limit| spent.of(*measure) >= limit);
        Measure::ALL.into_iter().find(is_over)
    }

    /// Returns the measure with the smallest share left, if little is left of it.
    pub fn nearly_used_up(&self, spent: &Spent) -> Option<LowBudget> {
        let nearly = Measure::ALL.into_iter().filter_map(|measure| {
            let nearly = LowBudget { measure, used: spent.of(measure), limit: self.limit(measure)? };
            (nearly.percent() >= LOW_BUDGET_PERCENT).then_some(nearly)
        });
        nearly.max_by_key(LowBudget::percent)
    }

    /// Returns the rest of the budget: zero or less in a measure that is used up.
    #[must_use]
    pub fn without(self, spent: &Spent) -> Self {
        self.each(|measure, limit| limit.map(|limit| limit - spent.of(measure)))
    }

    /// Returns the stricter of the two limits for each measure.
    #[must_use]
    pub fn within(self, other: &Self) -> Self {
        self.each(|measure, limit| limit.into_iter().chain(other.limit(measure)).min())
    }

    fn each(self, change: impl Fn(Measure, Option<i64>) -> Option<i64>) -> Self {
        Self {
            steps: change(Measure::Steps, self.steps),
            millis: change(Measure::Time, self.millis),
            tokens: change(Measure::Tokens, self.tokens),
            cost_micros: change(Measure::Cost, self.cost_micros),
        }
    }
}

impl LowBudget {
    /// Returns the used share in percent; 100 for a limit of zero or less.
    pub fn percent(&self) -> i64 {
        if self.limit <= 0 { 100 } else { self.used.saturating_mul(100) / self.limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget =
        Budget { steps: Some(10), millis: Some(60_000), tokens: Some(1_000), cost_micros: None };

    #[test]
    fn a_budget_is_used_up_when_one_of_its_limits_is_reached() {
        let spent = Spent {
            steps: 9,
            millis: 59_999,
            input_tokens: 900,
            output_tokens: 99,
            cost_micros: 7,
            ..Spent::default()
        };
        assert_eq!(BUDGET.used_up(&spent), None);
        assert_eq!(BUDGET.used_up(&Spent { output_tokens: 100, ..spent }), Some(Measure::Tokens));
        assert_eq!(BUDGET.used_up(&Spent { steps: 10, ..spent }), Some(Measure::Steps));
        assert_eq!(BUDGET.used_up(&Spent { millis: 60_000, ..spent }), Some(Measure::Time));
        assert_eq!(Budget::of(0, 0, 0, 0.0).used_up(&Spent { cost_micros: i64::MAX, ..spent }), None);
        assert_eq!(
            Budget::of(0, 0, 0, 0.5).used_up(&Spent { cost_micros: 500_000, ..spent }),
            Some(Measure::Cost)
        );
    }

    #[test]
    fn what_is_nearly_used_up_is_that_of_which_least_is_left() {
        assert_eq!(BUDGET.nearly_used_up(&Spent { steps: 7, input_tokens: 799, ..Spent::default() }), None);
        let nearly = BUDGET.nearly_used_up(&Spent { steps: 8, input_tokens: 950, ..Spent::default() });
        assert_eq!(nearly, Some(LowBudget { measure: Measure::Tokens, used: 950, limit: 1_000 }));
    }

    #[test]
    fn what_is_left_may_be_nothing_and_is_no_missing_limit() {
        let spent = Spent { steps: 12, input_tokens: 1_000, ..Spent::default() };
        let left = BUDGET.without(&spent);
        assert_eq!((left.steps, left.tokens, left.cost_micros), (Some(-2), Some(0), None));
        assert_eq!(left.used_up(&Spent::default()), Some(Measure::Steps));
        let other = Budget { steps: Some(20), cost_micros: Some(5), ..Budget::default() };
        assert_eq!(BUDGET.within(&other), Budget { cost_micros: Some(5), ..BUDGET });
    }
}
