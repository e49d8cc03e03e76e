// Loaded before the program: writes the names of the bundles that it reads into the file BUNDLES_READ, in order.
const fs = require('node:fs');

const read = fs.readFileSync;
const names = [];
fs.readFileSync = (path, ...rest) => {
  const name = /[\\/]dist[\\/]([\w-]+)\.cjs$/.exec(String(path))?.[1];
  if (name && name !== 'cortex') names.push(name);
  return read(path, ...rest);
};
process.on('exit', () => fs.writeFileSync(process.env.BUNDLES_READ, names.join(' ')));
