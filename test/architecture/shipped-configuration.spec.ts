import { readConfig, environmentVariableNames } from '../../server/config';
import { formerVariableNames } from '../../server/operator-variables';
import { capabilities } from '../../server/contexts';
import { requestTimeLimits } from '../../server/platform/http/bodies/time-limits';
import {
  allNginxDirectives,
  sizeInBytes,
  directivesOf,
  documentedVariablesIn,
  environmentOfService,
  fillInVariables,
  durationInMs,
  variableNamesIn,
  addressDependentDirectives,
  servicesOf,
  readShippedFile,
  type ComposeService,
} from './shipped-configuration';

const compose = readShippedFile('docker-compose.yml');
const services = servicesOf(compose);
const all = Object.entries(services);
const programs = all.filter(([, { image }]) => image === 'commonlab');
const named = (kind: string) => all.filter(([name]) => name.startsWith(kind)).map(([, one]) => one);
const proxy = directivesOf(readShippedFile('docker/proxy.conf'));
const example = readShippedFile('docker/example.env');
const configuration = readShippedFile('docs/configuration.md');

/** Variables that the compose file itself sets; a value from `.env` would break the container. */
const ofTheContainer = [
  ...['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL', 'TRUSTED_PROXIES'],
];
/** Variables that only one kind of program has, with the name of that kind. */
const ofOneKind: Record<string, string> = {
  METRICS_PORT: 'server',
  METRICS_HOST: 'server',
  WORKERS_PORT: 'workers',
  WORKERS_HOST: 'workers',
  MIGRATION_DATABASE_URL: 'migrate',
};
/** Variables for the demo, which only `npm start` sets up: containers have no demo. */
const ofTheDemo = ['DEMO', 'DEMO_STUDY_URL'];
const handedOn = environmentVariableNames.filter(
  (name) => ![...ofTheContainer, ...Object.keys(ofOneKind), ...ofTheDemo].includes(name),
);

/** The variables of example.env, with the secrets filled in. */
const filled = Object.fromEntries(
  [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value || (name === 'SECRET_KEYS_OLD' ? '' : 'f'.repeat(64)),
  ]),
);

describe('variables of server/config.ts', () => {
  const documented = documentedVariablesIn(configuration);

  it.each(environmentVariableNames.filter((name) => !name.startsWith('OPERATOR_')))(
    'are listed in docs/configuration.md: %s',
    (name) => {
      expect(documented).toContain(name);
    },
  );

  it('are listed in docs/configuration.md with those of the operator, and without unknown ones', () => {
    expect(environmentVariableNames.filter((name) => !documented.includes(name))).toEqual([]);
    expect(documented.filter((name) => !environmentVariableNames.includes(name))).toEqual([]);
  });

  it.each(handedOn)('are passed by compose from .env to every program: %s', (name) => {
    const probe = `probe-${name}`;
    for (const [, service] of programs)
      expect(environmentOfService(service, { ...filled, [name]: probe })[name]).toBe(probe);
  });

  it.each(ofTheContainer)(
    'are set by compose itself with the same value for every program: %s',
    (name) => {
      const given = programs.map(
        ([, one]) => environmentOfService(one, { ...filled, [name]: 'x' })[name],
      );
      expect(new Set(given).size).toBe(1);
      expect(given[0]).toBeTruthy();
      expect(given[0]).not.toBe('x');
    },
  );

  it.each(Object.entries(ofOneKind))(
    'are set by compose (%s) only for programs of kind %s',
    (name, kind) => {
      const having = programs.filter(([, { environment = {} }]) => name in environment);
      expect(having.map(([one]) => one.replace(/-\d$/, ''))).toEqual(named(kind).map(() => kind));
      expect(having.length).toBeGreaterThan(0);
    },
  );

  it('let compose start every program with the example .env', () => {
    for (const [, service] of programs) {
      const config = readConfig(environmentOfService(service, filled));
      expect(config.redisUrl).toBe(`redis://:${'f'.repeat(64)}@redis:6379`);
      expect(config).toMatchObject({ port: 3000, dataDir: '/data', logLevel: 'info' });
    }
  });

  it('are, apart from those that the example explains, the only ones that compose reads from .env', () => {
    const known = [
      ...environmentVariableNames,
      ...[...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, n]) => n),
    ];
    expect(variableNamesIn(compose).filter((name) => !known.includes(name))).toEqual(['HTTP_PORT']);
    const unread = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(unread.filter((name) => !variableNamesIn(compose).includes(name))).toEqual([]);
  });

  it('are not passed by compose under former names', () => {
    expect(variableNamesIn(compose).filter((name) => name in formerVariableNames)).toEqual([]);
  });

  it('prevent the start by compose when a required one is missing', () => {
    for (const name of ['SECRET_KEY', 'OWNER_PASSWORD', 'SERVER_PASSWORD', 'REDIS_PASSWORD'])
      expect(() => fillInVariables(compose, { ...filled, [name]: '' })).toThrow(
        `${name}: set it in .env`,
      );
  });
});

describe('containers of the shipped configuration', () => {
  it.each(all)('include %s, which has no more rights than needed', (_, service: ComposeService) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(service.privileged).toBeUndefined();
    expect(service.cap_add).toBeUndefined();
    expect(fillInVariables(service.mem_limit ?? '', {})).toMatch(/^\d+[mg]$/);
    const own = service.image === 'commonlab';
    expect(own ? /\nUSER (\S+)/.exec(readShippedFile('Dockerfile'))?.[1] : service.user).toMatch(
      /^(node|postgres|redis|nginx|65534:65534)$/,
    );
    expect(own || /:v?\d+\.\d+(\.\d+)?(-alpine)?$/.test(service.image ?? '')).toBe(true);
  });

  it('that run a program use the shared volume and have space for temporary files', () => {
    expect(programs.map(([name]) => name)).toEqual([
      ...['migrate', 'server-1', 'server-2', 'workers-1', 'workers-2'],
    ]);
    for (const [, service] of programs) {
      expect(service.volumes).toEqual(['files:/data']);
      expect(service.tmpfs).toEqual(['/tmp']);
      expect(sizeInBytes(fillInVariables(service.mem_limit ?? '', {}))).toBeGreaterThanOrEqual(
        1.6e9,
      );
    }
  });

  it('publish no port except for the proxy, and a local one for the mail catcher', () => {
    const open = all.filter(([, { ports }]) => ports).map(([name, { ports }]) => [name, ports]);
    expect(open).toEqual([
      ['mail', ['127.0.0.1:8025:8025']],
      ['proxy', ['${HTTP_PORT:-8080}:8080']],
    ]);
  });

  it('include Redis, which requires a password', () => {
    const command = (services.redis?.command ?? []).map((word) => fillInVariables(word, filled));
    expect(command[command.indexOf('--requirepass') + 1]).toBe('f'.repeat(64));
  });

  it('run an image that is built from one supported Node.js version', () => {
    const from = [...readShippedFile('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(
      ([, image]) => image,
    );
    expect(new Set(from).size).toBe(1);
    expect(from[0]).toMatch(/^node:\d+\.\d+\.\d+-slim$/);
    expect(readShippedFile('Dockerfile')).toContain('DATA_DIR=/data');
  });
});

describe('proxy of the shipped configuration', () => {
  const server = allNginxDirectives(proxy).find(({ name }) => name === 'server')?.block;
  const wordsOf = (name: string) =>
    allNginxDirectives(proxy).find((one) => one.name === name && one.words.length > 0)?.words ?? [];
  const largest = Math.max(
    ...capabilities.operations.flatMap((one) => [
      'file' in one && one.file ? one.file.maxBytes : 0,
      'bodyBytes' in one && one.bodyBytes !== undefined ? one.bodyBytes : 0,
    ]),
  );

  it('accepts bodies as large as the largest operation allows, without buffering them', () => {
    expect(largest).toBe(1_000_000_000);
    const [size = ''] = wordsOf('client_max_body_size');
    expect(sizeInBytes(size)).toBeGreaterThanOrEqual(largest + 10_000);
    expect(sizeInBytes(size)).toBeLessThan(largest * 1.1);
    expect(wordsOf('proxy_request_buffering')).toEqual(['off']);
    expect(readShippedFile('docs/operating.md')).toContain(
      `(${Number.parseInt(size, 10).toLocaleString('en')} MB)`,
    );
  });

  it('waits longer than the server, which answers late requests itself', () => {
    expect(durationInMs(wordsOf('proxy_read_timeout')[0] ?? '')).toBeGreaterThan(
      requestTimeLimits.fileMs,
    );
    expect(durationInMs(wordsOf('client_body_timeout')[0] ?? '')).toBeGreaterThan(
      requestTimeLimits.bodyMs,
    );
    expect(durationInMs(wordsOf('proxy_next_upstream_timeout')[0] ?? '')).toBeLessThan(
      requestTimeLimits.answerMs / 2,
    );
  });

  it('forwards the host with its port, and the client address that it sees itself', () => {
    const headers = allNginxDirectives(proxy)
      .filter(({ name }) => name === 'proxy_set_header')
      .map(({ words }) => words.join(' '));
    expect(headers).toEqual([
      'Host $http_host',
      'Upgrade $http_upgrade',
      'Connection $connection_upgrade',
      'X-Forwarded-For $remote_addr',
      'X-Forwarded-Proto $scheme',
    ]);
  });

  it('has one server for every host name, including those of STUDY_ORIGIN', () => {
    expect(
      allNginxDirectives(proxy).filter(({ name, block }) => name === 'server' && block),
    ).toHaveLength(1);
    expect(allNginxDirectives(proxy).find(({ name }) => name === 'listen')?.words).toContain(
      'default_server',
    );
    expect(allNginxDirectives(proxy).some(({ name }) => name === 'server_name')).toBe(false);
    expect(server).toBeUndefined();
  });

  it('uses only the public port of the servers', () => {
    const upstream = allNginxDirectives(proxy).find(({ name }) => name === 'upstream')?.block ?? [];
    const hosts = upstream.filter(({ name }) => name === 'server').map(({ words }) => words[0]);
    expect(hosts).toEqual(['server-1:3000', 'server-2:3000']);
  });

  it('has no rule by path, which the router could interpret differently', () => {
    expect(addressDependentDirectives(proxy)).toEqual([]);
  });

  it.each([
    ['location = /metrics { return 404; }', ['location = /metrics', 'return 404']],
    ['location ~ ^/metrics/*$ { deny all; }', ['location ~ ^/metrics/*$', 'deny all']],
    ['location /api/internal/ { proxy_pass http://x; }', ['location /api/internal/']],
    ['if ($uri = /metrics) { return 404; }', ['if ($uri = /metrics)', 'return 404']],
    ['location / { proxy_pass http://x; } # location = /y {', []],
  ])('finds the rules by path in: %s', (text, found) => {
    expect(addressDependentDirectives(directivesOf(`server { ${text} \n}`))).toEqual(found);
  });
});
