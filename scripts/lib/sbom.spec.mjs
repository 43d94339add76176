import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { copiedParts, packagesImportedBy, componentNameOf, shippedComponentsOf } from './sbom.mjs';

/** Makes a component for a test. @param {string} name @param {string} [group] */
const one = (name, group) => ({
  'bom-ref': `${group ? `${group}/` : ''}${name}@1`,
  name,
});
const bom = {
  metadata: { component: one('commonlab') },
  components: [
    one('pg'),
    one('pg-types'),
    one('react'),
    one('jest'),
    one('study-libraries', '@commonlab'),
    one('jspsych-6'),
  ],
  dependencies: [
    {
      ref: 'commonlab@1',
      dependsOn: ['pg@1', 'react@1', 'jest@1', '@commonlab/study-libraries@1'],
    },
    { ref: 'pg@1', dependsOn: ['pg-types@1'] },
    { ref: '@commonlab/study-libraries@1', dependsOn: ['jspsych-6@1'] },
    { ref: 'jest@1', dependsOn: ['pg-types@1'] },
  ],
};

describe('software bill of materials', () => {
  it('contains the shipped packages, their dependencies and the study libraries, and no test package', () => {
    const { components, dependencies } = shippedComponentsOf(bom, (name) =>
      ['pg', 'react'].includes(name),
    );
    expect(components.map(componentNameOf)).toEqual([
      ...['pg', 'pg-types', 'react', 'study-libraries', 'jspsych-6'],
    ]);
    expect(dependencies.map(({ ref }) => ref)).not.toContain('jest@1');
    expect(dependencies[0]?.dependsOn).not.toContain('jest@1');
  });

  it.each(copiedParts)('has the licence of $name, which the repository contains', ({ text }) => {
    expect(readFileSync(join(ROOT, text), 'utf8')).toMatch(/copyright/i);
  });

  it('finds the imports of a source file', () => {
    const source = `import a from 'react';\nimport { b } from "@mantine/core/x";\nimport 'uplot/dist/a.css';
      const c = await import('idb'); import d from './own'; export { e } from 'uqr';`;
    expect(packagesImportedBy(source)).toEqual(['react', '@mantine/core', 'uplot', 'idb', 'uqr']);
  });
});
