import { begun, changed, paused, redone, undone } from './history.rule';

describe('Undo and redo', () => {
  it('go back and forward by steps; a change after going back ends what lay ahead', () => {
    let one = changed(changed(begun('a'), 'b'), 'c');
    one = undone(undone(undone(one)));
    expect(one.now).toBe('a');
    one = redone(one);
    expect(one.now).toBe('b');
    expect(redone(redone(one)).now).toBe('c');
    expect(redone(changed(one, 'x')).now).toBe('x');
  });

  it('take what is typed into one field as one step, until a pause or another field', () => {
    let one = changed(changed(begun(''), 'w', 'name'), 'wo', 'name');
    expect(undone(one).now).toBe('');
    one = changed(paused(one), 'wor', 'name');
    expect(undone(one).now).toBe('wo');
    one = changed(one, 'wor!', 'other');
    expect(undone(one).now).toBe('wor');
  });

  it('keep nothing where nothing was changed', () => {
    const same = begun('a');
    expect(changed(same, 'a')).toBe(same);
    expect(undone(same)).toBe(same);
    expect(redone(same)).toBe(same);
  });
});
