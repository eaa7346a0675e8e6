import type { LineRole } from '@portside/contract/household-acts';
import { say } from '../words/say.ts';

/** What the reader is to a line that somebody was given (P04). */
export interface Sharing {
  readonly as: LineRole;
  /** Whom they share it with: the holder’s first name, or who has it. */
  readonly other: string;
}

/** Before all else to the holder of a line that somebody was given (P04). */
export const whichLine = 'This is about the line {number} in your account, which {other} has.';

/** The same while it has no number. */
export const whichNewLine = 'This is about a new line in your account, which {other} has.';

type Shared = string | { readonly holder?: string; readonly user?: string; manager?: string };

/** To both of those who are not the holder. */
const member = (sentence: string) => ({ user: sentence, manager: sentence });

const callNow = 'If neither you nor {other} asked for this, call us now at {phone}.';
const askOther = 'If it wasn’t {other}, call us at {phone}.';
const endsByOther = '{other} asked us to end your line {number}. It ends on {date}.';
const turnsOff = {
  sim: 'Your line {number} gets a new SIM on {time}. Not expected? Call {phone} now.',
  card: 'We’ll prepare a SIM card for your line {number} on {time}. Not expected? Call {phone} now.',
};
const pinMade =
  'Somebody who is logged in to the account of {other} made a transfer PIN for your number {number}. Another carrier can take the number with it.';
const pinMadeUntil =
  'Somebody who is logged in to the account of {other} made a transfer PIN for your number {number}. Another carrier can take the number with it until {date}.';

/**
 * What is said in place of a sentence that is true for whoever has a line alone. Empty: nothing. Who
 * has a line blocks it, changes its SIM and sets its locks; its holder asks for the rest.
 */
export const shared: Readonly<Record<string, Shared>> = {
  // Block
  'Your line {number} was blocked in your account, and the network has done it. Nobody can call, text or use data with it.':
    'Your line {number} was blocked, and the network has done it. Nobody can call, text or use data with it.',
  'The days you’ve paid for keep running. If autopay is on, it charges as planned. The number stays yours.':
    member('The days that are paid keep running, and the number stays.'),
  'It’s on hold, too, and stays so: when its hold ends, the line is still blocked. The number stays yours.':
    member('It’s on hold, too: when its hold ends, the line is still blocked. The number stays.'),
  'If you didn’t do this, unblock the line on its page, change your password, and call us: {phone}.':
    'If neither you nor {other} did this, unblock the line on its page, change your password, and call us: {phone}.',
  'Your line {number} was unblocked in your account.': 'Your line {number} was unblocked.',
  'It’s still on hold. You can turn it back on on its page.': member(
    'It’s still on hold. {other} can turn it back on.',
  ),
  'If you didn’t do this, block the line again on its page, change your password, and call us: {phone}.':
    'If neither you nor {other} did this, block the line again on its page, change your password, and call us: {phone}.',
  'You asked us to block your line {number}. Our network hasn’t done it yet, so somebody could still use it.':
    'We were asked to block your line {number}. Our network hasn’t done it yet, so somebody could still use it.',
  'If you didn’t expect this, call us now: {phone}. We’ll find out why, and refund the days you paid for and didn’t get.':
    member('If you didn’t expect this, call us now: {phone}. We’ll find out why.'),
  'Our network ended your line {number}. You can’t call, text or use data with it anymore, and you won’t be charged for it again.':
    {
      holder:
        'Our network ended your line {number}. It can’t call, text or use data anymore, and you won’t be charged for it again.',
      ...member(
        'Our network ended your line {number}. You can’t call, text or use data with it anymore.',
      ),
    },

  // Hold
  'You asked us to put your line {number} on hold. Our network hasn’t done it yet, so the line may still work.':
    member(
      '{other} asked us to put your line {number} on hold. Our network hasn’t done it yet, so the line may still work.',
    ),
  'We keep trying, and email you when it’s done. If you don’t want to wait, turn the line back on on its page, or call us: {phone}.':
    member(
      'We keep trying, and email you when it’s done. If you have a question, call us: {phone}.',
    ),
  'Your line {number} is on hold, as asked in your account. Nobody can call, text or use data with it. Don’t count on it for 911.':
    member(
      'Your line {number} is on hold, as asked in the account of {other}. Nobody can call, text or use data with it. Don’t count on it for 911.',
    ),
  'Its hold ends on {until}. The number stays yours, and autopay charges nothing before then.':
    member('Its hold ends on {until}. The number stays.'),
  'It turns back on automatically on {until}. The number stays yours, and autopay charges nothing before then.':
    member('It turns back on automatically on {until}. The number stays.'),
  'You can end the hold earlier on its page. It can then cost fewer days.': member(
    '{other} can end the hold earlier.',
  ),
  'If you didn’t do this, end the hold, change your password, and call us: {phone}.': member(
    'If you need the line before then, ask {other}.',
  ),
  'It stays blocked until you unblock it on its page.':
    'It stays blocked until it’s unblocked on its page.',
  'You asked us to end this line: it ends on {paidUntil}, with what is paid.': member(
    '{other} asked us to end this line: it ends on {paidUntil}, with what is paid.',
  ),
  'If autopay is on, it charges for the next 30 days shortly before {paidUntil}, as usual.':
    member(''),
  'You asked us to put your line {number} on hold. Our network hasn’t done it within a day, so we took that back. It cost you nothing.':
    member(
      '{other} asked us to put your line {number} on hold. Our network hasn’t done it within a day, so we took that back.',
    ),
  'You can try again on the line’s page. If something isn’t as it should be, call us: {phone}.':
    member('If something isn’t as it should be, call us: {phone}.'),

  // eSIM, 911 address, usage
  'You asked us how to set up the eSIM of your line {number}.':
    'We were asked how to set up the eSIM of your line {number}.',
  '911 responders can’t find the address that you entered for your line {number}. Until you enter another one on the line’s page, 911 may get the address of whoever had this line before.':
    '911 responders can’t find the address that was entered for your line {number}. Until you enter another one on the line’s page, 911 may get the address of whoever had this line before.',
  '911 responders can’t find the address that you entered for your line {number}, so the old one stays. Please enter it again on the line’s page.':
    '911 responders can’t find the address that was entered for your line {number}, so the old one stays. Please enter it again on the line’s page.',
  'You can add data on your line’s page: {offers}.': {
    user: '{other} can add data to your line.',
  },

  // SIM change
  'Somebody who is logged in to your account asked for a new SIM for your line {number}: {what}.':
    'Somebody asked for a new SIM for your line {number}: {what}.',
  'The change begins on {time}. Your number and the days you paid for stay.':
    'The change begins on {time}. The number and the days that are paid stay.',
  'We’ll prepare the card on {time}. The SIM that you have works until you activate the card. Your number and the days you paid for stay.':
    'We’ll prepare the card on {time}. The SIM in the phone works until the card is activated. The number and the days that are paid stay.',
  'If that was you, there’s nothing to do.': {
    holder: 'If that was {other}, there’s nothing to do.',
  },
  'If that wasn’t you, use the button below right away. We’ll stop the change, or block the line if it has already started. You can also call us: {phone}.':
    'If neither you nor {other} asked for it, use the button below right away. We’ll stop the change, or block the line if it has already started. You can also call us: {phone}.',
  'This wasn’t me': 'Neither of us asked for this',
  'Your line {number} gets a new SIM on {time}. Not you? Call {phone} now.': turnsOff.sim,
  'We’ll prepare a SIM card for your line {number} on {time}. Not you? Call {phone} now.':
    turnsOff.card,
  'We’re preparing a SIM card for your line {number}. Not you? Call {phone} now.':
    'We’re preparing a SIM card for your line {number}. Not expected? Call {phone} now.',
  'Your line {number} is on a new SIM now. Not you? Call {phone} now.':
    'Your line {number} is on a new SIM now. Not expected? Call {phone} now.',
  'We’re preparing a SIM card for your line {number}, and email you again when it’s mailed. The SIM that you have works until you activate the card.':
    {
      holder:
        'We’re preparing a SIM card for your line {number}. The SIM in the phone works until the card is activated.',
    },
  'Your account shows how to set up the new one.': { holder: '' },
  'Put the card in your phone and restart it.': { holder: '' },
  'The change of SIM of your line {number} could not be stopped in time. The line is blocked in your account, so that nobody can use the new SIM.':
    'The change of SIM of your line {number} could not be stopped in time. The line is blocked, so that nobody can use the new SIM.',
  'Set a new password, then get a new SIM on the line’s page, or call us: {phone}.': {
    holder:
      'Set a new password. {other} can then get a new SIM on the line’s page. You can also call us: {phone}.',
  },
  'You can ask for a new SIM again on the line’s page.': {
    holder: '{other} can ask for a new SIM again on the line’s page.',
  },
  'You can try again on the line’s page, or call us: {phone}.': {
    holder: '{other} can try again on the line’s page, or call us: {phone}.',
  },
  'You stopped it.': { holder: '{other} stopped it.' },
  'Your account was changed, so we stopped it to be safe.':
    'One of your accounts was changed, so we stopped it to be safe.',
  'You told us that it wasn’t you. Your line {number} stays on the SIM that it has, and every browser is logged out.':
    'The button in our email was used: neither of you asked for the new SIM. Your line {number} stays on the SIM that it has. Whoever asked for it is logged out.',
  'Somebody was logged in to your account. We’re turning on the locks of your lines. Set a new password now.':
    'Somebody was logged in to one of the two accounts. Set a new password now.',
  'You told us that the SIM change wasn’t you. We asked the network to block your line {number}, so that nobody can use it. Every browser is logged out.':
    'The button in our email was used: neither of you asked for the SIM change. We asked the network to block your line {number}, so that nobody can use it. Whoever asked for it is logged out.',
  'Set a new password, then get a new SIM and unblock the line on its page, or call us: {phone}.': {
    holder:
      'Set a new password. {other} can then get a new SIM and unblock the line on its page. You can also call us: {phone}.',
  },

  // Number
  'If you didn’t ask for this, call us now at {phone}.': callNow,
  'If you didn’t ask for a new number, call us now.': callNow,
  'Your line {oldNumber} has another number now. Not you? Call {phone} now.':
    'Your line {oldNumber} has another number now. Not expected? Call {phone} now.',
  'There is no free number near the ZIP Code that you entered, so your line keeps {number}. You can try another ZIP Code on the line’s page.':
    member(
      'There is no free number near the ZIP Code that was entered, so your line keeps {number}.',
    ),
  'The network didn’t change your number, so your line keeps {number}. You can try again later on the line’s page, or call us at {phone}.':
    member('The network didn’t change your number, so your line keeps {number}.'),
  'Your number {number} is with {product} now. We’re setting up your line with it and will email you again when it’s active.':
    {
      holder:
        'Your number {number} is with {product} now. We’re setting up the line with it, and email {other} when it’s active.',
    },
  'Your old line ended automatically. Welcome to {product}.': member(
    'The old line of this number ended automatically.',
  ),
  'It took the place of {givenUp}, which you gave up.': member(
    'It took the place of {givenUp}, which doesn’t reach you anymore.',
  ),
  'You asked us to cancel, but your old carrier had already released your number. Call us at {phone} if you need help.':
    member(''),

  // Another carrier
  'Another carrier asked us for your number {number}. With your transfer PIN, we let it go.':
    'Another carrier asked us for your number {number}. With the transfer PIN, we let it go.',
  'Don’t end your line: it ends when the number has moved.': member(
    'Your line here ends when the number has moved.',
  ),
  'If you didn’t ask for this, refuse it now on the line’s page and call us at {phone}.': {
    holder:
      'If neither you nor {other} asked for this, refuse it now on the line’s page and call us at {phone}.',
    ...member(
      'If neither you nor {other} asked for this, call us now at {phone}, and tell {other}, who can refuse it on the line’s page.',
    ),
  },
  'See or refuse the request': member('Go to my line'),
  'Another carrier asked for your number {number}. Not you? Refuse it in your account or call {phone} now.':
    'Another carrier asked for your number {number}. Not expected? Call {phone} now.',
  'Another carrier asked for your number {number}. Not you? Call {phone} now.':
    'Another carrier asked for your number {number}. Not expected? Call {phone} now.',
  'Your number {number} is about to move to another carrier. Not you? Call {phone} now.':
    'Your number {number} is about to move to another carrier. Not expected? Call {phone} now.',
  'Your number {number} is with your new carrier now. Your line has ended, and you won’t be charged for it again.':
    {
      holder:
        'Your number {number} is with another carrier now. Your line has ended, and you won’t be charged for it again.',
      ...member('Your number {number} is with another carrier now, and your line here has ended.'),
    },
  'Your receipts stay in your account. If you didn’t ask for this, call us now at {phone}.': {
    holder:
      'Your receipts stay in your account. If neither you nor {other} asked for this, call us now at {phone}.',
    ...member(callNow),
  },
  'On {date} another carrier asked for your number {number}. It hasn’t taken the number, so we no longer wait for it: you can use, change and pay for your line as usual.':
    member(
      'On {date} another carrier asked for your number {number}. It hasn’t taken the number, so we no longer wait for it, and your line goes on as usual.',
    ),
  'If you didn’t ask for this, turn on the number lock on the line’s page: that also refuses the request. Then call us at {phone}.':
    'If neither you nor {other} asked for this, turn on the number lock on the line’s page: that also refuses the request. Then call us at {phone}.',
  'We refused another carrier’s request for your number {number}, as you asked. The transfer PIN has ended.':
    'We refused another carrier’s request for your number {number}, as asked. The transfer PIN has ended.',
  'If it was you, make a new transfer PIN on the line’s page. If it wasn’t, turn on the number lock there and call us at {phone}.':
    {
      holder:
        'If it was you, make a new transfer PIN on the line’s page. If it was neither you nor {other}, turn on the number lock there and call us at {phone}.',
      ...member(
        'If it was neither you nor {other}, turn on the number lock on the line’s page and call us at {phone}.',
      ),
    },
  'If it was you, make a new transfer PIN on the line’s page. If it wasn’t, call us at {phone}.': {
    holder:
      'If it was you, make a new transfer PIN on the line’s page. If it was neither you nor {other}, call us at {phone}.',
    ...member('If it was neither you nor {other}, call us at {phone}.'),
  },
  'If it was you, turn off the number lock on the line’s page first. If it wasn’t, leave it on: nobody can take your number.':
    'If it was you or {other}, turn off the number lock on the line’s page first. If not, leave it on: nobody can take your number.',
  'Somebody who is logged in to your account made a transfer PIN for your number {number}. Another carrier can take the number with it until {date}.':
    member(pinMadeUntil),
  'Somebody who is logged in to your account asked for a transfer PIN for your number {number}. Another carrier can take the number with it.':
    member(pinMade),
  'If it was you, give your new carrier the account number and the PIN. If it wasn’t, end the PIN on the line’s page, turn on the number lock, and call us at {phone}.':
    member(
      'If it wasn’t {other}, turn on the number lock on the line’s page, and call us at {phone}.',
    ),
  'If it was you, give your new carrier the account number and the PIN. If it wasn’t, end the PIN on the line’s page and call us at {phone}.':
    member(askOther),
  'If it was you, give your new carrier the account number and the PIN. If it wasn’t, call us now at {phone}.':
    member(askOther),
  'Our network made a transfer PIN for your number {number}. It wasn’t made in your account. Another carrier can take the number with it until {date}.':
    member(
      'Our network made a transfer PIN for your number {number}. It wasn’t made in the account of {other}. Another carrier can take the number with it until {date}.',
    ),
  'Our network made a transfer PIN for your number {number}. It wasn’t made in your account. Another carrier can take the number with it.':
    member(
      'Our network made a transfer PIN for your number {number}. It wasn’t made in the account of {other}. Another carrier can take the number with it.',
    ),
  'If you asked for it, by phone for example, there is nothing to do. If you didn’t, somebody may be trying to take your number: call us now at {phone}.':
    'If you or {other} asked for it, by phone for example, there is nothing to do. If not, somebody may be trying to take your number: call us now at {phone}.',
  'A transfer PIN for {number} was made. Not you? Call {phone} now.':
    'A transfer PIN for {number} was made. Not expected? Call {phone} now.',

  // Locks
  'Someone asked in your account to turn off the {lock} of your line {number}. It turns off on {time}.':
    'Someone asked to turn off the {lock} of your line {number}. It turns off on {time}.',
  'If that was you, there’s nothing to do. If this wasn’t you, open the line’s page before then and press “Keep it locked”. Then change your password, and call us: {phone}.':
    'If that was you or {other}, there’s nothing to do. If it was neither of you, open the line’s page before then and press “Keep it locked”. Then change your password, and call us: {phone}.',
  'If you didn’t do this, change your password, and call us: {phone}.':
    'If neither you nor {other} did this, change your password, and call us: {phone}.',
  'The {lock} of {number} turns off on {time}. Not you? Call {phone} now.':
    'The {lock} of {number} turns off on {time}. Not expected? Call {phone} now.',

  // Its end
  'You asked us to end your line {number}. It ends on {date}, and you won’t be charged for it again.':
    member(endsByOther),
  'You asked us to end your line {number} before all that you paid for is used. It ends on {date}, and you won’t be charged for it again.':
    member(endsByOther),
  'What you paid for after that day becomes credit when the line ends: {credit}.': member(''),
  'After that the number is gone for good. To take it to another carrier, do that before {date}.':
    member(
      'After that the number is gone for good. If you want to keep it, talk to {other} before then.',
    ),
  'You can change your mind until then: one press on the line’s page keeps it. If you didn’t ask for this, do that and call us at {phone}.':
    member('Until then {other} can keep the line.'),
  'Keep this line': member('Go to my line'),
  'Your line {number} ends on {date}. Not you? Call {phone} now.': member(
    'Your line {number} ends on {date}. Not expected? Call {phone} now.',
  ),
  'Autopay is on again, as it was before. You can turn it off on the line’s page.': member(''),
  'Your line {number} has ended, as you asked, and its number is no longer yours.': member(
    'Your line {number} has ended, as {other} asked, and its number is gone.',
  ),
  'You won’t be charged for it again. Your receipts stay in your account.': member(''),

  // Not paid
  'The time that you paid for has ended, so your line {number} is paused.':
    'The time that was paid for has ended, so your line {number} is paused.',
  'The days that you paid for were refunded, so your line {number} is paused.':
    'The days that were paid for were refunded, so your line {number} is paused.',
  'Pay for the next 30 days, and it works again within a minute. We keep your number until {keptUntil}.':
    {
      user: 'Once its next 30 days are paid, it works again within a minute. {other} can pay for them. We keep your number until {keptUntil}.',
    },
  'Pay for the next 30 days': { user: 'Go to my line' },
  'Autopay charges your card on {charged}. To use the line sooner, pay now.': {
    user: '',
    manager: 'Autopay pays on {charged}. To use the line sooner, pay now.',
  },
  'You won’t be charged for it again.': member(''),
  'The time that you paid for your line {number} ends on {date}.': {
    manager: 'The time that is paid for your line {number} ends on {date}.',
    holder: 'The time that is paid for your line {number} ends on {date}.',
  },
  'If you don’t want these reminders, turn them off on the line’s page.': { holder: '' },

  // Plan
  'You asked to change the plan of your line {number} to {plan} on {date}.':
    'The plan of your line {number} is to change to {plan} on {date}.',
  'If you didn’t do this, undo it and call us at {phone}.':
    'If neither you nor {other} did this, undo it and call us at {phone}.',
  'You canceled the plan change of your line {number}. It keeps {plan}.':
    'The plan change of your line {number} was canceled. It keeps {plan}.',
  'Your line has the plan and the paid days that it had before. We’re sending back what you paid for the change.':
    'Your line has the plan and the paid days that it had before. We’re sending back what was paid for the change.',
  'That plan costs less: {amount} of what you paid is now credit for your next payment.': {
    manager: 'That plan costs less: {amount} of what was paid is now credit of {other}.',
  },
  'You pay nothing more for these 30 days.': {
    manager: 'Nothing more is paid for these 30 days.',
  },
  'End this line': member(''),
};

/** @returns the sentence itself where it is true for that reader, too; empty where nothing is said */
export function sharedWords(sentence: string, as: LineRole): string {
  const said = shared[sentence];
  return (typeof said === 'string' ? said : said?.[as]) ?? sentence;
}

/** Within an email. */
export function sayTo(
  { language, sharing }: { language: string; sharing?: Sharing | undefined },
  sentence: string,
): string {
  if (!sharing) return say(language, sentence);
  const words = sharedWords(sentence, sharing.as);
  return words && say(language, words, { other: sharing.other });
}
