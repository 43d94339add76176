import { parseSender } from './sender.rule';

describe('sender of the installation’s emails', () => {
  it.each([
    ['Commonlab <no-reply@lab.example>', 'Commonlab', 'no-reply@lab.example'],
    ['"Lab, \\"Two\\"" <two@lab.example>', 'Lab, "Two"', 'two@lab.example'],
    [' <two@lab.example> ', '', 'two@lab.example'],
    ['Labor <post@bücher.example>', 'Labor', 'post@xn--bcher-kva.example'],
    ['two@lab.example', '', 'two@lab.example'],
  ])('of %s is parsed', (mailFrom, name, address) =>
    expect(parseSender(mailFrom)).toEqual({ name, address }),
  );
});
