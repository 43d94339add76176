import { senderOf } from './sender.rule';

describe('The sender of an installation’s mails', () => {
  it.each([
    ['Commonlab <no-reply@lab.example>', 'Commonlab', 'no-reply@lab.example'],
    ['"Lab, \\"Two\\"" <two@lab.example>', 'Lab, "Two"', 'two@lab.example'],
    [' <two@lab.example> ', '', 'two@lab.example'],
    ['Labor <post@bücher.example>', 'Labor', 'post@xn--bcher-kva.example'],
    ['two@lab.example', '', 'two@lab.example'],
  ])('of %s', (mailFrom, name, address) => expect(senderOf(mailFrom)).toEqual({ name, address }));
});
