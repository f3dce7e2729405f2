### What the gateway says to people, in English. Other languages have the same keys with the same variables.
### A name in braces is filled in; a line that begins with a bullet, a bracket or a dot is written as {"- "}.

## Messages that come while an answer is being made

queue-title = When you write while I work on an answer:
queue-chosen-mark = (chosen)
queue-collect = it waits, and I answer all that has come together.
queue-steer = I take it in before my next step.
queue-interrupt = I stop there, keep what I have, and answer it at once.
queue-waiting =
    { $count ->
        [one] One message waits now.
       *[other] { $count } messages wait now.
    }
queue-exceptions = While I wait for your decision or for a specialist, a new message begins an answer of its own.
queue-from-now-on = From now on, when you write while I work on an answer: { $meaning }
queue-unknown = There is no choice “{ $name }”. The choices are collect, steer and interrupt; /queue says what they mean.
queue-noted = Noted; I will take it in.
queue-goes-on = *(continued below)*
queue-interrupted = *(interrupted)*
