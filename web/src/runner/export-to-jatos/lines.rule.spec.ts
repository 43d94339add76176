import { markRepeatedLine, jatosResultLine, jatosTextLine } from './lines.rule';

describe('a line of result data in JATOS', () => {
  it('is the trial as the study recorded it', () => {
    expect(jatosResultLine('trial', '{"rt":1}')).toBe('{"rt":1}');
  });

  it('marks other kinds of records by a reserved key', () => {
    expect(jatosResultLine('amend', '{"trial":0,"data":{"rt":1}}')).toBe(
      '{"trial":0,"data":{"rt":1},"commonlab":"amend"}',
    );
    expect(jatosResultLine('event', '{}')).toBe('{"commonlab":"event"}');
    expect(JSON.parse(jatosTextLine('a,b\n1,2'))).toEqual({ commonlab: 'text', text: 'a,b\n1,2' });
    expect(jatosTextLine('a\nb')).not.toContain('\n');
  });

  it('is valid JSON for any value, and the reserved key precedes the study’s own', () => {
    for (const value of ['null', '3', '"{}"', '[1,2]'])
      expect(jatosResultLine('event', value)).toBe(`{"commonlab":"event","value":${value}}`);
    const own = JSON.stringify({ commonlab: 'mine', a: 1 });
    expect(JSON.parse(jatosResultLine('event', own))).toEqual({ commonlab: 'event', a: 1 });
  });

  it('marks a record that is sent again as a repetition once', () => {
    const line = markRepeatedLine('{"rt":1}');
    expect(JSON.parse(line)).toEqual({ commonlab: 'again', line: { rt: 1 } });
    expect(markRepeatedLine(line)).toBe(line);
  });
});
