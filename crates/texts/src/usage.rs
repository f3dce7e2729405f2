//! Texts about the budgets of turns, runs and days, and the used parts of them.

use adjutant_domain::budget::{Budget, LowBudget, Measure, Over, Spent};
use adjutant_store::usage::Sums;

use super::fluent::{PART, decimal, for_model, text};

/// The most days that `/usage` counts.
pub const MOST_DAYS: i64 = 366;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
/// The smallest shown amount of money, in millionths of a dollar.
const CENT: i64 = 10_000;

/// The usage of a number of days, today included, and the scheduled runs' part of it.
pub struct Period {
    pub days: i64,
    pub sums: Sums,
    pub runs: Sums,
}

/// The answer to `/usage`. `day`: the daily budget, and today's use of it.
pub fn usage(periods: &[Period], day: Option<(&Budget, &Spent)>) -> String {
    let lines: Vec<_> = periods.iter().map(period).collect();
    let limits = day.and_then(|(budget, spent)| limits(budget, spent)).unwrap_or_default();
    format!("{}\n\n{}{limits}", text!("usage-title"), lines.join("\n"))
}

fn period(Period { days, sums, runs }: &Period) -> String {
    let all = text!("usage-period", days = *days, turns = sums.turns, taken = taken(&sums.spent()));
    match runs.turns {
        0 => all,
        number => text!("usage-of-runs", all = all, runs = number, taken = taken(&runs.spent())),
    }
}

/// `3 model calls, 40 s at work, 1,010 tokens in (80 % cached), 101 tokens out, $0.01`.
pub(super) fn taken(spent: &Spent) -> String {
    let calls = (spent.steps > 0).then(|| amount(Measure::Steps, spent.steps));
    let time =
        (spent.millis >= SECOND).then(|| text!("usage-at-work", time = amount(Measure::Time, spent.millis)));
    let (read, written) = (grouped(spent.input_tokens), grouped(spent.output_tokens));
    let tokens = match 100 * spent.cached_tokens / spent.input_tokens.max(1) {
        0 => text!("usage-tokens", in = read, out = written),
        percent => text!("usage-tokens-cached", in = read, percent = percent, out = written),
    };
    let cost = (spent.cost_micros > 0).then(|| amount(Measure::Cost, spent.cost_micros));
    [calls, time, Some(tokens), cost].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn limits(budget: &Budget, spent: &Spent) -> Option<String> {
    let limits = Measure::ALL.into_iter().filter_map(|measure| {
        let limit = budget.limit(measure)?;
        let percent = LowBudget { measure, used: spent.of(measure), limit }.percent();
        Some(text!("usage-limit", amount = amount(measure, limit), percent = percent))
    });
    let limits: Vec<_> = limits.collect();
    let (count, all) = (limits.len(), limits.join(", "));
    (count > 0).then(|| format!("\n\n{}", text!("usage-limits", count = count, limits = all)))
}

pub fn no_period() -> String {
    text!("usage-no-period", most = MOST_DAYS)
}

/// The reason why the bot does no more for a person today.
pub fn day_used_up(measure: Measure) -> String {
    text!("usage-day-used-up", measure = name(measure))
}

/// Returns the name of a measure in the texts.
fn name(measure: Measure) -> &'static str {
    match measure {
        Measure::Steps => "steps",
        Measure::Time => "time",
        Measure::Tokens => "tokens",
        Measure::Cost => "cost",
    }
}

/// The reason why an answer that would exceed the daily limit was not begun.
pub fn day_too_short(measure: Measure) -> String {
    text!("usage-day-too-short", measure = name(measure))
}

/// For the operator: the price of a section's model is unknown.
pub fn unknown_price(section: &str) -> String {
    format!(
        "the price is unknown, so limits in dollars do not count this model; set input_price and output_price in [{section}] \
         (0.0 for a model of your own)"
    )
}

/// The failure of a call whose model was not asked, for the calling model.
pub fn not_asked(over: Over) -> String {
    for_model(|| format!("asking a model {}", takes_too_much(over)))
}

/// Why a model was not asked, as the end of a sentence that begins with “that”.
pub(super) fn takes_too_much(over: Over) -> String {
    match over {
        Over::Turn(measure) => text!("usage-takes-more-than-turn", measure = name(measure)),
        Over::Day(measure) => text!("usage-takes-more-than-day", measure = name(measure)),
    }
}

/// The warning before the daily budget is used up, once a day.
pub fn day_nearly_used_up(nearly: &LowBudget) -> String {
    let (used, limit, percent) = share(nearly);
    text!("usage-day-nearly-used-up", used = used, limit = limit, percent = percent)
}

/// The reason why a run ended before it had a result.
pub fn run_used_up(measure: Measure, budget: &Budget) -> String {
    run_limit_used_up(measure, budget.limit(measure).unwrap_or_default())
}

pub(super) fn run_limit_used_up(measure: Measure, limit: i64) -> String {
    text!("usage-run-used-up", measure = name(measure), limit = amount(measure, limit))
}

/// Returns the measure and the limit in a text of [`run_limit_used_up`] in the same language.
pub(super) fn run_limit_in(said: &str) -> Option<(Measure, i64)> {
    Measure::ALL.into_iter().find_map(|measure| {
        let whole = text!("usage-run-used-up", measure = name(measure), limit = PART);
        let (before, after) = whole.split_once(PART)?;
        let shown = said.strip_prefix(before)?.strip_suffix(after)?;
        let number: i64 = shown.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()?;
        let units: &[i64] = match measure {
            Measure::Steps | Measure::Tokens => &[1],
            Measure::Time => &[SECOND, MINUTE],
            Measure::Cost => &[CENT],
        };
        let limits = units.iter().filter_map(|unit| number.checked_mul(*unit));
        limits.filter(|limit| amount(measure, *limit) == shown).map(|limit| (measure, limit)).next()
    })
}

/// The remark below the result of a run that nearly used up its budget.
pub fn run_nearly_used_up(nearly: &LowBudget) -> String {
    let (used, limit, percent) = share(nearly);
    if percent < 100 {
        text!("usage-run-nearly-used-up", used = used, limit = limit, percent = percent)
    } else {
        text!("usage-run-just-used-up", used = used, limit = limit, percent = percent)
    }
}

/// For the model, before it continues: the warning that its budget is nearly used up.
pub fn nearly_for_model(nearly: &LowBudget) -> String {
    let (used, limit, percent) = for_model(|| share(nearly));
    format!(
        "You have used {used} of the {limit} ({percent} %) that you may use here. When that is used up, you are stopped \
         without an answer: call tools only if you must, and answer with what you have."
    )
}

/// Returns the used amount, the limit with its unit, and the percentage: `170,000`, `200,000 tokens`, 85.
fn share(nearly: &LowBudget) -> (String, String, i64) {
    let LowBudget { measure, used, limit } = *nearly;
    let used = match measure {
        Measure::Steps | Measure::Tokens => grouped(used),
        Measure::Time | Measure::Cost => amount(measure, used),
    };
    (used, amount(measure, limit), nearly.percent())
}

/// Returns an amount as people say it.
fn amount(measure: Measure, value: i64) -> String {
    match measure {
        Measure::Steps => text!("usage-calls", count = value),
        Measure::Time if value < 2 * MINUTE => format!("{} s", value / SECOND),
        Measure::Time => format!("{} min", value / MINUTE),
        Measure::Tokens => text!("usage-token-amount", tokens = grouped(value)),
        Measure::Cost => text!("usage-money", amount = decimal(value as f64 / 1e6, 2)),
    }
}

/// `1,234,567`, with the language's separator.
fn grouped(number: i64) -> String {
    let sign = text!("usage-thousands-sign");
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && !grouped.ends_with('-') {
            grouped.push_str(sign);
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;

    use super::*;

    #[test]
    fn a_budget_that_is_used_up_or_nearly_so_is_said_in_its_own_unit() {
        let budget = Budget::of(20, 600, 200_000, 0.5);
        insta::assert_snapshot!(run_used_up(Measure::Time, &budget), @"I stopped this run: one run may work for 10 min, and this one has used that up. I will not try it again. Make the task smaller, or ask the operator of this bot to allow more (max_seconds in [scheduler.run]).");
        let nearly = |measure, used| LowBudget { measure, used, limit: budget.limit(measure).unwrap() };
        insta::assert_snapshot!(run_nearly_used_up(&nearly(Measure::Tokens, 170_000)), @"⚠️ *This took 170,000 of the 200,000 tokens (85 %) that one run may take. A run that takes all of it is stopped.*");
        insta::assert_snapshot!(run_nearly_used_up(&nearly(Measure::Steps, 16)), @"⚠️ *This took 16 of the 20 model calls (80 %) that one run may take. A run that takes all of it is stopped.*");
        insta::assert_snapshot!(day_nearly_used_up(&nearly(Measure::Cost, 450_000)), @"⚠️ You have used $0.45 of the $0.50 (90 %) that you may use in a day. When that is used up, I have to pause until midnight UTC; /usage shows the figures.");
    }

    fn told() -> String {
        let sums = Sums {
            turns: 1,
            steps: 3,
            millis: 40_000,
            input_tokens: 1_010,
            cached_tokens: 808,
            output_tokens: 101,
            cost_micros: 12_345,
        };
        let runs = Sums { turns: 2, cached_tokens: 0, ..sums };
        let periods = [
            Period { days: 1, sums, runs: Sums { turns: 0, ..sums } },
            Period { days: 7, sums: Sums { turns: 12, ..sums }, runs },
        ];
        usage(&periods, Some((&Budget::of(20, 600, 200_000, 0.5), &sums.spent())))
    }

    #[test]
    fn usage_is_told_in_the_reader_s_language() {
        insta::assert_snapshot!(told(), @"
        Your usage (days are UTC):

        - today: 1 turn, 3 model calls, 40 s at work, 1,010 tokens in (80 % cached), 101 tokens out, $0.01
        - last 7 days: 12 turns, 3 model calls, 40 s at work, 1,010 tokens in (80 % cached), 101 tokens out, $0.01; of that, in 2 scheduled runs: 3 model calls, 40 s at work, 1,010 tokens in, 101 tokens out, $0.01

        Your daily limits: 20 model calls (15 % used), 10 min (6 % used), 200,000 tokens (0 % used), $0.50 (2 % used).
        ");
        insta::assert_snapshot!(Language::German.scope_sync(told), @"
        Dein Verbrauch (Tage nach UTC):

        - heute: 1 Antwort, 3 Modellaufrufe, 40 s Arbeit, 1.010 Tokens hinein (80 % aus dem Zwischenspeicher), 101 Tokens heraus, 0,01 $
        - letzte 7 Tage: 12 Antworten, 3 Modellaufrufe, 40 s Arbeit, 1.010 Tokens hinein (80 % aus dem Zwischenspeicher), 101 Tokens heraus, 0,01 $; davon in 2 geplanten Läufen: 3 Modellaufrufe, 40 s Arbeit, 1.010 Tokens hinein, 101 Tokens heraus, 0,01 $

        Deine Tagesgrenzen: 20 Modellaufrufe (15 % verbraucht), 10 min (6 % verbraucht), 200.000 Tokens (0 % verbraucht), 0,50 $ (2 % verbraucht).
        ");
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567, -1_000].map(grouped),
            ["0", "999", "1,000", "1,234,567", "-1,000"]
        );
    }
}
