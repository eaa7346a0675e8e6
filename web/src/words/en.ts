// Made by `npm run words`. What is not here is its own text.
import type { Messages } from '@lingui/core';

// oxfmt-ignore
export const messages: Messages = {
  "{count, plural, one {# day before} other {# days before}}": [["count","plural",{"one":["#"," day before"],"other":["#"," days before"]}]],
  "{count, plural, one {# new message} other {# new messages}}": [["count","plural",{"one":["#"," new message"],"other":["#"," new messages"]}]],
  "{count, plural, one {# plan} other {# plans}}": [["count","plural",{"one":["#"," plan"],"other":["#"," plans"]}]],
  "{count, plural, one {# question} other {# questions}}": [["count","plural",{"one":["#"," question"],"other":["#"," questions"]}]],
  "{count, plural, one {One more thing is waiting for you.} other {# more things are waiting for you.}}": [["count","plural",{"one":["One more thing is waiting for you."],"other":["#"," more things are waiting for you."]}]],
  "{count, plural, one {We found this:} other {We found these. Begin with the first.}}": [["count","plural",{"one":["We found this:"],"other":["We found these. Begin with the first."]}]],
};
