import { peopleRows } from './people-rows';
import { researchRows } from './research-rows';
import type { Row } from './row';
import { wayInRows } from './sign-in-rows';
import { slotsRows } from './slots-rows';
import { webhookRows } from './webhook-rows';

export const rows: readonly Row[] = [
  ...peopleRows,
  ...wayInRows,
  ...researchRows,
  ...slotsRows,
  ...webhookRows,
];
export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
