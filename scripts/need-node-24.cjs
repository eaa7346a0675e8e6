// Plain CommonJS, so that every Node can read it: an older one cannot read TypeScript.
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `Portside needs Node 24, this is ${process.version}: use "npm start" after "npm ci" on Linux (it brings its own Node), or install Node 24.`,
  );
  process.exit(1);
}
