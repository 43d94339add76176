import { newHistory, changed, paused, redone, undone } from './history.rule';

describe('undo and redo', () => {
  it('move by steps; a change after an undo clears the redo steps', () => {
    let one = changed(changed(newHistory('a'), 'b'), 'c');
    one = undone(undone(undone(one)));
    expect(one.now).toBe('a');
    one = redone(one);
    expect(one.now).toBe('b');
    expect(redone(redone(one)).now).toBe('c');
    expect(redone(changed(one, 'x')).now).toBe('x');
  });

  it('merge typing in one field into one step until a pause or another field', () => {
    let one = changed(changed(newHistory(''), 'w', 'name'), 'wo', 'name');
    expect(undone(one).now).toBe('');
    one = changed(paused(one), 'wor', 'name');
    expect(undone(one).now).toBe('wo');
    one = changed(one, 'wor!', 'other');
    expect(undone(one).now).toBe('wor');
  });

  it('add no step when nothing changed', () => {
    const same = newHistory('a');
    expect(changed(same, 'a')).toBe(same);
    expect(undone(same)).toBe(same);
    expect(redone(same)).toBe(same);
  });
});
