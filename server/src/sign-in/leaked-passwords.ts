/**
 * Common shapes of leaked passwords: a frequent word with a capital, digits and a symbol at the
 * end.
 */
const words = (
  'password passwort passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd welcome welc0me qwerty qwertz ' +
  'azerty qwer asdf zxcv admin administrator letmein iloveyou monkey dragon sunshine princess ' +
  'football baseball basketball soccer hockey superman batman pokemon starwars shadow master ' +
  'michael jennifer jessica ashley charlie daniel jordan hunter andrew thomas summer winter ' +
  'spring autumn january february march april june july august september october november ' +
  'december monday friday changeme change secret test test1 hello guest default login freedom ' +
  'whatever trustno computer internet samsung google apple america american london newyork ' +
  'chicago texas florida liverpool chelsea arsenal cowboys yankees lakers ' +
  'company mobile phone iphone abc abcd abcde abcdef aa a qaz qazwsx love angel'
).split(' ');

const tails = /^[\d!@#$.%^&*]{0,8}$/;
const commonDigits =
  /^(?:0|1|2|3|4|5|6|7|8|9|01|07|10|11|12|13|21|22|23|24|69|77|88|99|00|007|101|111|123|321|666|777|1234|4321|12345|54321|123456|654321|19\d\d|20\d\d)?$/;
const rows =
  /^(?:1qaz2wsx|1qaz@wsx|!qaz2wsx|zaq12wsx|zaq1@wsx|qwe123!@#|1q2w3e4r!|q1w2e3r4!|123qwe!@#|abc123!@#)$/;

const common = new Set(words);

export function isLeaked(password: string): boolean {
  const small = password.toLowerCase();
  if (rows.test(small)) return true;
  for (let at = small.length; at > 0; at -= 1) {
    const tail = small.slice(at);
    if (!common.has(small.slice(0, at))) continue;
    if (tails.test(tail) && commonDigits.test(tail.replaceAll(/\D/g, ''))) return true;
  }
  return false;
}
