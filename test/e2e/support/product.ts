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
  /** The environment that the programs were started with. */
  env: NodeJS.ProcessEnv;
}

/** The product that the global setup started. */
export function product(): Told {
  const told = process.env.COMMONLAB_TEST_PRODUCT;
  if (!told) throw new Error('The product is not running: use jest.config.e2e.cjs');
  return JSON.parse(told) as Told;
}
