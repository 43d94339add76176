const base = require('./base.cjs');

const root = base.rootDir.replace(/[^\w/]/g, '\\$&');
const compiled = '<rootDir>/scripts/jest/compiled.cjs';

/** Packages that the programs and a test must share, and packages that take long to load. */
const packages = [
  '@nestjs/[^/]+',
  'ajv',
  'ajv-formats',
  'bullmq',
  'fast-check',
  'fastify',
  'form-data',
  'formidable',
  'ioredis',
  'jose',
  'mailparser',
  'mime',
  'otplib',
  'pg',
  'qs',
  'reflect-metadata',
  'samlify',
  'smtp-server',
  'socket.io-client',
  'typeorm',
  'zod',
];

const fromDist = {
  [`^${root}/(contracts|migrations|server|workers)/.+\\.ts$`]: compiled,
  [`^${root}/node_modules/(${packages.join('|')})/`]: compiled,
};

/** The options of jest with which Node.js loads the programs once for each worker (compiled.cjs). */
module.exports = {
  transform: { ...fromDist, ...base.transform },
  transformIgnorePatterns: base.transformIgnorePatterns.map((pattern) =>
    pattern.replace('(?!(', `(?!(${packages.join('|')}|`),
  ),
};
