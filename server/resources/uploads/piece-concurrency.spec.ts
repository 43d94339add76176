import { PieceConcurrency } from './piece-concurrency';

/** Starts to store a piece; the work goes on until the test calls `end`. */
function open(places: PieceConcurrency, person: string, upload: string) {
  let end = () => {};
  const done = places.during(person, upload, () => new Promise<void>((resolve) => (end = resolve)));
  return { end: () => (end(), done), done };
}
const refused = { code: 'unavailable', extra: { retryAfter: 1 } };

describe('The limits for storing pieces of uploads at the same time', () => {
  const places = () => new PieceConcurrency({ all: 4, ofOne: 2, spare: 1 });

  it('allow one piece of each upload at a time', async () => {
    const all = places();
    const first = open(all, 'ada', 'a');
    await expect(open(all, 'ada', 'a').done).rejects.toMatchObject(refused);
    await expect(open(all, 'bob', 'a').done).rejects.toMatchObject(refused);
    await first.end();
    await open(all, 'ada', 'a').end();
  });

  it('allow at most two pieces of one person, and leave one place for the first piece of another person', async () => {
    const all = places();
    const own = [open(all, 'ada', 'a'), open(all, 'ada', 'b')];
    await expect(open(all, 'ada', 'c').done).rejects.toMatchObject(refused);
    own.push(open(all, 'bob', 'd'));
    await expect(open(all, 'bob', 'e').done).rejects.toMatchObject(refused);
    own.push(open(all, 'eve', 'f'));
    await expect(open(all, 'mae', 'g').done).rejects.toMatchObject(refused);
    for (const one of own) await one.end();
    for (const upload of ['h', 'i']) open(all, 'ada', upload);
    await expect(open(all, 'ada', 'j').done).rejects.toMatchObject(refused);
  });

  it('let further pieces in when storing one fails', async () => {
    const all = places();
    const failing = () => all.during('ada', 'a', () => Promise.reject(new Error('disk')));
    for (let i = 0; i < 5; i++) await expect(failing()).rejects.toThrow('disk');
  });
});
