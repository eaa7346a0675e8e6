/**
 * Who may import whom. A new arrow is one reviewed line here. A zone is a folder or a few files;
 * its own files are always allowed. `(type)` allows only what is erased at run time.
 */

/** First match wins. `$1` is the slice's name. */
export const zones: readonly (readonly [pattern: RegExp, zone: string])[] = [
  [/^contract\/src\//, 'contract'],

  [/^server\/migrations\//, 'migrations'],
  [/^server\/src\/(main|portside|slices|process\/(run|start))\.ts$/, 'server entry'],
  [/^server\/src\/(seed|operator)\//, 'server entry'],
  [/^server\/src\/app\.ts$/, 'app'],
  [/^server\/src\/settings\/(config|core-settings)\.ts$/, 'config'],
  [/^server\/src\/(settings|brands|process|formats)\//, 'server base'],
  // What a port's settings are called is read before anything is opened.
  [/^server\/src\/adapters\/[^/]+\/[^/]+\/settings\.ts$/, 'server base'],
  [/^server\/src\/adapters\/outside-failure\.ts$/, 'server base'],
  [/^server\/src\/[^/]+\.ts$/, 'server base'],
  [/^server\/src\/http\/(no|who|document|mid|network)\.ts$/, 'caller'],
  [/^server\/src\/http\/server\.ts$/, 'http server'],
  [/^server\/src\/http\//, 'http'],
  [/^server\/src\/db\//, 'db'],
  [/^server\/src\/jobs\//, 'jobs'],
  [/^server\/src\/adapters\//, 'adapters'],
  [/^server\/src\/testing\//, 'server testing'],
  [/^server\/src\/emails\//, 'emails'],
  [/^server\/src\/words\//, 'server words'],
  [/^server\/src\/limits\/rules\.ts$/, 'limit rules'],
  [/^server\/src\/([^/]+)\//, 'server/$1'],

  [/^web\/src\/(routes|root|entry\.\w+)\.tsx?$/, 'web entry'],
  [/^web\/src\/[^/]+\.tsx?$/, 'web base'],
  [/^web\/src\/(ui|api|words|shell|testing)\//, 'web $1'],
  [/^web\/src\/([^/]+)\//, 'web/$1'],
  [/^web\/dist\//, 'web build'],
  [/^web\/[^/]+\.ts$/, 'web tools'],

  [/^e2e\//, 'e2e'],
  [/^bench\//, 'bench'],
  [/^scripts\//, 'scripts'],
  [/^[^/]+\.ts$/, 'root config'],
];

/** Every server slice may import these, and the slices of its own line. */
const slice = [
  'contract',
  'app (type)',
  'server base',
  'caller',
  'db',
  'jobs',
  // The slice that decides on an outcome of a port may name its type.
  'adapters (type)',
  'emails',
  'server/events',
  'server words',
  // Only routes.ts (arrows.ts, checkKind).
  'http',
  'limit rules',
];

/** What is bought for a line, or done to it while nothing else is. */
const onLine = [...slice, 'server/lines', 'server/checkout', 'server/payments', 'server/account'];

const lineLife =
  'port-in renewals plan-change add-ons usage line-locks sim-replacement shipping port-out number-change line-ending line-hold line-handover household'
    .split(' ')
    .map((name) => `server/${name}`);

const screen = ['contract', 'web ui', 'web api', 'web words', 'web base'];

const webSlices =
  'home plans cart checkout sign-in account lines port-in payments renewals content support dashboard design plan-change add-ons usage line-locks sim-replacement port-out number-change line-ending line-hold line-handover household line-separation line-health safety texts push notices privacy referrals home-screen'
    .split(' ')
    .map((name) => `web/${name}`);

const serverSlices =
  'events limits plans coverage address codes sessions account sign-in lines port-in payments checkout content support reconciliation joining credit renewals line-detail plan-change add-ons usage line-locks sim-replacement port-out number-change line-ending line-hold line-handover household line-separation line-health line-safety line-guard safety texts push stuck needs shipping audit staff callers promos today books notices brand-settings disputes approvals privacy referrals'
    .split(' ')
    .map((name) => `server/${name}`);

export const arrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],

  'server base': ['contract', 'server words'],
  config: ['contract', 'server base', 'db (type)'],
  db: ['contract', 'server base'],
  caller: ['contract', 'server base', 'db (type)'],
  'server words': ['contract', 'server base'],
  // An email is a job in the transaction it reports on.
  emails: [
    'contract',
    'server base',
    'server words',
    'jobs',
    'app (type)',
    'caller (type)',
    'db',
    'adapters (type)',
  ],
  jobs: ['contract', 'server base', 'db', 'app (type)'],
  adapters: ['contract', 'server base', 'config', 'db', 'app (type)', 'caller', 'http'],
  // What is sold is a table that the entry hands in.
  app: [
    'contract',
    'server base',
    'config (type)',
    'db',
    'jobs',
    'adapters',
    'caller (type)',
    'server/checkout (type)',
  ],
  // For /readyz: are the migrations applied?
  http: [
    'contract',
    'server base',
    'caller',
    'app (type)',
    'server words',
    'db',
    'web build',
    'server/events',
    'server/limits',
    'limit rules',
  ],
  'http server': [
    'contract',
    'server base',
    'app (type)',
    'caller',
    'http',
    'adapters',
    'server/limits',
  ],
  migrations: ['db'],
  'server entry': [
    'contract',
    'server base',
    'config',
    'app',
    'db',
    'jobs',
    'adapters',
    'caller',
    'http',
    'http server',
    'emails',
    'server words',
    'web build',
    ...serverSlices,
  ],
  'server testing': [
    'contract',
    'server base',
    'config',
    'app',
    'db',
    'jobs',
    'adapters',
    'caller',
    'http',
    'http server',
    'server entry',
    'emails',
    'server words',
    ...serverSlices,
  ],

  // Server slices: exactly these know each other.
  'server/events': ['contract', 'app (type)', 'server base', 'caller (type)', 'db', 'jobs'],
  'limit rules': [],
  'server/limits': ['contract', 'app (type)', 'server base', 'caller', 'db', 'jobs', 'limit rules'],
  'server/reconciliation': [...slice, 'server/payments', 'server/checkout', 'server/credit'],
  'server/plans': slice,
  'server/promos': slice,
  'server/credit': [...slice, 'server/account', 'server/sessions'],
  // A friend's code: who gives it, and what it brought to both.
  'server/referrals': [
    ...slice,
    'server/account',
    'server/credit',
    'server/lines',
    'server/payments',
    'server/sessions',
  ],
  'server/coverage': slice,
  'server/address': slice,
  'server/codes': slice,
  // A change of an account keeps its numbers and SIMs where they are for a while.
  'server/safety': slice,
  'server/sessions': [...slice, 'server/safety'],
  // Whether a text may speak of promo codes.
  'server/content': [...slice, 'server/promos'],
  'server/account': [...slice, 'server/sessions', 'server/codes', 'server/limits', 'server/safety'],
  'server/sign-in': [
    ...slice,
    'server/account',
    'server/sessions',
    'server/codes',
    'server/limits',
    'server/safety',
  ],
  'server/lines': [
    ...slice,
    'server/account',
    'server/sessions',
    'server/plans',
    'server/coverage',
  ],
  'server/port-in': [
    ...slice,
    'server/lines',
    'server/line-guard',
    'server/account',
    'server/coverage',
    'server/plans',
  ],
  'server/payments': [...slice, 'server/account', 'server/sessions'],
  'server/push': [...slice, 'server/sessions'],
  'server/texts': [...slice, 'server/account', 'server/lines', 'server/sim-replacement'],
  'server/support': [...slice, 'server/account', 'server/lines', 'server/port-in', 'server/limits'],
  'server/joining': [
    ...slice,
    ...'account sign-in lines line-handover household port-in checkout support credit referrals texts safety callers approvals'
      .split(' ')
      .map((name) => `server/${name}`),
  ],
  'server/checkout': [
    ...slice,
    ...'plans promos referrals lines port-in payments account coverage credit sessions shipping'
      .split(' ')
      .map((name) => `server/${name}`),
  ],

  // SIM cards by mail, for lines that begin and for those that change their SIM.
  'server/shipping': [...slice, 'server/lines', 'server/account'],
  // The life of a line. Its page and its health look at all of it.
  // Every way to a number or a SIM of a line passes it.
  'server/line-guard': [
    ...slice,
    ...'lines line-locks port-out safety'.split(' ').map((name) => `server/${name}`),
  ],
  'server/line-locks': [
    ...slice,
    'server/line-guard',
    'server/lines',
    'server/account',
    'server/sessions',
  ],
  'server/usage': [...slice, 'server/lines', 'server/plans', 'server/account', 'server/add-ons'],
  'server/plan-change': [
    ...onLine,
    'server/plans',
    'server/promos',
    'server/credit',
    'server/renewals',
    'server/sessions',
  ],
  'server/add-ons': [...onLine, 'server/plans'],
  'server/sim-replacement': [
    ...onLine,
    'server/shipping',
    'server/line-guard',
    'server/line-locks',
    'server/sessions',
    'server/safety',
  ],
  'server/port-out': [...onLine, 'server/line-guard', 'server/sessions'],
  'server/number-change': [...onLine, 'server/line-guard', 'server/coverage', 'server/sessions'],
  'server/line-ending': [
    ...onLine,
    ...'credit line-guard renewals sessions safety'.split(' ').map((name) => `server/${name}`),
  ],
  'server/line-hold': [...onLine, ...lineLife, 'server/plans', 'server/sessions'],
  // Two accounts: what each of them may, and all that goes along.
  'server/line-handover': [
    ...onLine,
    ...lineLife,
    ...'credit line-guard plans privacy safety sessions texts'
      .split(' ')
      .map((name) => `server/${name}`),
  ],
  // A line of one account that another one uses.
  'server/household': [
    ...onLine,
    ...lineLife,
    // Whose browser sent an invitation.
    'server/line-guard',
    // What was sent to a line that is somebody else’s now.
    'server/texts',
    'server/privacy',
    'server/safety',
    'server/sessions',
  ],
  // From an account that learns nothing to one that may be new; by staff alone.
  'server/line-separation': [
    ...slice,
    ...'account codes credit limits line-guard line-handover lines renewals sign-in staff'
      .split(' ')
      .map((name) => `server/${name}`),
  ],
  'server/needs': [...onLine, ...lineLife, 'server/line-detail'],
  'server/line-health': [...onLine, ...lineLife, 'server/needs'],
  'server/line-safety': [
    ...onLine,
    ...lineLife,
    'server/line-guard',
    'server/sessions',
    'server/safety',
    'server/sign-in',
  ],
  'server/line-detail': [...onLine, ...lineLife],
  // What is said on pages, by the addresses of lines.
  'server/notices': [...slice, 'server/lines'],
  'server/brand-settings': slice,
  // One list of what hangs in all of them, and the verbs that mend it.
  'server/stuck': [
    ...onLine,
    ...lineLife,
    'server/credit',
    'server/reconciliation',
    'server/texts',
  ],
  // What they counted, day by day.
  'server/today': [...slice, 'server/lines', 'server/payments', 'server/port-in'],
  // What a month came to, and whether the provider says the same.
  'server/books': [...slice, 'server/credit', 'server/payments', 'server/reconciliation'],
  'server/renewals': [
    ...slice,
    'server/promos',
    // The second period of a friend who joined.
    'server/referrals',
    // What recurs is paid with the next 30 days.
    'server/add-ons',
    // Which emails a line's owner wants.
    'server/usage',
    'server/checkout',
    'server/lines',
    'server/plans',
    'server/payments',
    'server/account',
  ],

  // Whom staff speak with: found, verified, and all that is theirs on one page.
  'server/callers': [
    ...onLine,
    // Whose role is looked at again where a move is decided.
    'server/staff',
    ...'approvals audit codes credit household limits line-ending line-hold line-safety plan-change port-in sessions sim-replacement support'
      .split(' ')
      .map((name) => `server/${name}`),
  ],
  // What a bank is told of a payment that its customer disputes.
  'server/disputes': [...onLine, 'server/sessions', 'server/shipping', 'server/usage'],
  // What a customer is given of all that is kept of them, and what is left when they are erased.
  'server/privacy': [
    ...onLine,
    ...'approvals audit credit household port-in sessions texts usage'
      .split(' ')
      .map((name) => `server/${name}`),
  ],
  // Money that staff give: the verbs are those of orders and credit.
  'server/approvals': [...onLine, 'server/credit', 'server/staff'],
  // The console: what staff did, and who they are.
  'server/audit': [...slice, 'server/account', 'server/sessions'],
  'server/staff': [
    ...slice,
    'server/audit',
    'server/codes',
    'server/limits',
    'server/sessions',
    // Passwords, authenticator apps and passkeys are the same for everybody.
    'server/sign-in',
  ],

  'web base': ['contract'],
  'web ui': [],
  // A Spanish sentence that ends in a time has one full stop, as in emails.
  'web words': ['contract'],
  'web api': ['contract'],
  'web/home': screen,
  'web/plans': screen,
  'web/cart': screen,
  'web/sign-in': screen,
  'web/account': screen,
  'web/lines': screen,
  'web/port-in': screen,
  'web/payments': screen,
  'web/referrals': screen,
  'web/renewals': [...screen, 'web/checkout', 'web/lines'],
  'web/plan-change': [...screen, 'web/checkout', 'web/lines', 'web/plans'],
  'web/add-ons': [...screen, 'web/checkout', 'web/lines'],
  'web/usage': [...screen, 'web/lines'],
  'web/line-locks': [...screen, 'web/lines'],
  'web/sim-replacement': [...screen, 'web/lines', 'web/checkout', 'web/sign-in'],
  'web/port-out': [...screen, 'web/lines', 'web/port-in'],
  'web/number-change': [...screen, 'web/lines'],
  'web/line-ending': [...screen, 'web/lines'],
  'web/line-hold': [...screen, 'web/lines'],
  'web/line-handover': [...screen, 'web/lines'],
  'web/household': [...screen, 'web/lines'],
  'web/line-separation': [...screen],
  'web/line-health': [...screen, 'web/lines'],
  'web/push': screen,
  'web/content': screen,
  'web/support': screen,
  'web/texts': screen,
  'web/safety': [...screen, 'web/sign-in'],
  'web/design': screen,
  // Its own entry: nothing of customers' slices, and they know nothing of it.
  // Notices and plans are previewed as pages show them.
  'web/console': [...screen, 'web/notices', 'web/plans'],
  'web/notices': screen,
  // What a phone keeps of the lines, and shows without a network.
  'web/home-screen': [...screen, 'web/lines'],
  'web/privacy': [...screen, 'web/sign-in'],
  'web/dashboard': [...screen, ...webSlices],
  'web/checkout': [...screen, ...webSlices],
  'web shell': [...screen, ...webSlices],
  'web testing': [...screen, ...webSlices, 'web shell', 'web/console'],
  'web entry': [...screen, ...webSlices, 'web shell', 'web/console'],
  'web tools': ['contract', 'web base', 'web words', 'web entry'],
  'web build': [],

  scripts: [
    'contract',
    'root config',
    'web tools',
    'server base',
    'server words',
    'emails',
    // For the table of settings.
    'config',
    // Asks real services.
    'adapters',
    // The PostgreSQL that the tests run on.
    'server testing',
  ],
  // Searches what the journeys left behind for secrets.
  e2e: ['contract', 'scripts', 'web words', 'db', 'adapters', 'server testing'],
  bench: [
    'contract',
    'scripts',
    'e2e',
    'app',
    // Signs as the services that it plays.
    'adapters',
    // Lets the demo's staff in where nobody else is seeded.
    'server/staff',
    'config',
    'http',
    'http server',
    'server base',
    'server entry',
    'server testing',
    'web base',
  ],
  'root config': ['scripts', 'web tools', 'server testing'],
};

/** Single arrows outside the table, each with its reason. */
export const exceptions: readonly { from: string; to: string; why: string }[] = [
  { from: 'web/plans', to: 'web/cart', why: 'choosing a plan puts it into the cart' },
  { from: 'web/sign-in', to: 'web/cart', why: 'who logs in to buy sees what they buy' },
  { from: 'web/home', to: 'web/plans', why: 'the home page is the shop window' },
];

/** Packages a zone is limited to. Zones not named may import any dependency. */
export const packages: Readonly<Record<string, RegExp>> = {
  contract: /^zod(\/mini)?$/,
};

/** What a test may import besides the arrows of its zone. */
export const forTests: Readonly<Record<string, readonly string[]>> = {
  server: [
    'contract',
    'app',
    'config',
    'server base',
    'db',
    'jobs',
    'adapters',
    'caller',
    'http',
    'server testing',
    'server entry',
    'emails',
    'server words',
    'web build',
  ],
  web: ['contract', 'web ui', 'web api', 'web words', 'web base', 'web testing', 'web entry'],
  scripts: [],
};
