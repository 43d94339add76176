export {
  DEMO_ACCOUNTS as demoAccounts,
  DEMO_PASSWORD as demoPassword,
} from '../../../scripts/lib/product.mjs';

interface Told {
  /** Origin of the web app and of the API. */
  url: string;
  inboxUrl: string;
  /** The seed's invitation code for researchers. */
  invitation: string;
  serverPid: number;
  logDir: string;
  /** The environment with which the programs were started. */
  env: NodeJS.ProcessEnv;
}

/** Returns the product that the tests of this jest worker use. */
export function runningProduct(): Told {
  const told = process.env.COMMONLAB_TEST_PRODUCTS;
  if (!told) throw new Error('The products are not running: use jest.config.e2e.cjs');
  const ofWorker = (JSON.parse(told) as Told[])[Number(process.env.JEST_WORKER_ID ?? 1) - 1];
  if (!ofWorker) throw new Error(`There is no product for worker ${process.env.JEST_WORKER_ID}`);
  return ofWorker;
}
