import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const root = resolve(__dirname, '../..');
export const readShippedFile = (name: string): string => readFileSync(join(root, name), 'utf8');

export interface ComposeService {
  image?: string;
  build?: string;
  user?: string;
  command?: string[];
  environment?: Record<string, string | number>;
  volumes?: string[];
  tmpfs?: string[];
  ports?: string[];
  read_only?: boolean;
  privileged?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
}

/** Reads the services of a compose file, after YAML merge keys (`<<`) were applied. */
export const servicesOf = (compose: string): Record<string, ComposeService> =>
  (parse(compose, { merge: true }) as { services: Record<string, ComposeService> }).services;

/** Matches `${NAME}`, `${NAME:-default}` and `${NAME:?refused}`, which Docker Compose replaces. */
const mark = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/**
 * Replaces the variables in a text of the compose file by these values.
 * @throws Error for a missing required value
 */
export const fillInVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(mark, (_, name: string, kind: string | undefined, otherwise = '') => {
    const value = values[name];
    if (value) return value;
    if (kind === '?') throw new Error(`${name}: ${otherwise}`);
    return otherwise as string;
  });

/** Finds the names of the variables that a compose file takes from `.env`. */
export const variableNamesIn = (compose: string): string[] => [
  ...new Set([...compose.matchAll(mark)].map(([, name = '']) => name)),
];

export const environmentOfService = (
  { environment = {} }: ComposeService,
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      fillInVariables(String(value), values),
    ]),
  );

/** Finds the variable names in the first cell of each table row in docs/configuration.md. */
export const documentedVariablesIn = (page: string): string[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)])
    .map(([, name = '']) => name);

/**
 * A directive of nginx with its words; `block` has the directives inside its braces, if it has
 * braces.
 */
export interface NginxDirective {
  name: string;
  words: string[];
  block?: NginxDirective[];
}

/** Reads a configuration of nginx. @throws Error if a block has no end */
export function directivesOf(text: string): NginxDirective[] {
  const tokens = text
    .replace(/(^|\s)#.*$/gm, '$1')
    .match(/'[^']*'|"[^"]*"|[{};]|[^\s{};]+/g) as string[];
  let at = 0;
  const block = (isInner: boolean): NginxDirective[] => {
    const all: NginxDirective[] = [];
    for (let words: string[] = []; at < tokens.length; at++) {
      const token = tokens[at] ?? '';
      if (token === '}') {
        if (!isInner) throw new Error('a block ends that did not begin');
        return all;
      }
      if (token !== ';' && token !== '{') {
        words.push(token);
        continue;
      }
      const [name = '', ...others] = words;
      words = [];
      if (token === ';') all.push({ name, words: others });
      else {
        at++;
        all.push({ name, words: others, block: block(true) });
      }
    }
    if (isInner) throw new Error('a block has no end');
    return all;
  };
  return block(false);
}

/** Lists all directives, including those inside blocks. */
export const allNginxDirectives = (directives: readonly NginxDirective[]): NginxDirective[] =>
  directives.flatMap((one) => [one, ...allNginxDirectives(one.block ?? [])]);

/** Converts a size in nginx's notation (`1001m`, `1g`, `5k`) to bytes. */
export const sizeInBytes = (size: string): number => {
  const [, number = '', unit = ''] = /^(\d+)([kmg]?)$/i.exec(size) ?? [];
  return Number(number) * 1024 ** ' kmg'.indexOf(unit.toLowerCase() || ' ');
};

/** Converts a time in nginx's notation (`60s`, `11m`, `1h`) to milliseconds. */
export const durationInMs = (time: string): number => {
  const [, number = '', unit = 's'] = /^(\d+)([smh]?)$/.exec(time) ?? [];
  return Number(number) * 1000 * 60 ** 'smh'.indexOf(unit || 's');
};

/**
 * Finds directives by which nginx treats some addresses differently. nginx normalizes addresses in
 * a different way than the server's router does (repeated slashes, encoded characters, dots, a
 * slash at the end). So a request could evade such a directive by a different spelling of the
 * address.
 */
export const addressDependentDirectives = (directives: readonly NginxDirective[]): string[] =>
  allNginxDirectives(directives)
    .filter(({ name, words }) =>
      name === 'location'
        ? words.join(' ') !== '/'
        : /^(return|rewrite|if|allow|deny|auth_|satisfy|try_files|alias|root|error_page|internal)/.test(
            name,
          ),
    )
    .map(({ name, words }) => [name, ...words].join(' '));
