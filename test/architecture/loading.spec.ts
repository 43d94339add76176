import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(__dirname, '../../web/src');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);
const read = (file: string) => readFileSync(join(web, file), 'utf8');
const fromLibrary = (text: string) =>
  [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ')[0]),
  );

it('loading states use the shapes of ui/loading, and no other skeleton or spinner', () => {
  expect(files.filter((file) => file.startsWith('ui/loading/')).length).toBeGreaterThan(2);
  expect(
    files.filter((file) =>
      fromLibrary(read(file)).some((name) => /^(Skeleton|Loader|LoadingOverlay)$/.test(name ?? '')),
    ),
  ).toEqual([]);
});
