import { newHistory, recordChange, endTyping, redone, undone } from './history.rule';

describe('undo and redo', () => {
  it('move by steps; a change after an undo clears the redo steps', () => {
    let one = recordChange(recordChange(newHistory('a'), 'b'), 'c');
    one = undone(undone(undone(one)));
    expect(one.now).toBe('a');
    one = redone(one);
    expect(one.now).toBe('b');
    expect(redone(redone(one)).now).toBe('c');
    expect(redone(recordChange(one, 'x')).now).toBe('x');
  });

  it('merge typing in one field into one step until the person pauses or types in a different field', () => {
    let one = recordChange(recordChange(newHistory(''), 'w', 'name'), 'wo', 'name');
    expect(undone(one).now).toBe('');
    one = recordChange(endTyping(one), 'wor', 'name');
    expect(undone(one).now).toBe('wo');
    one = recordChange(one, 'wor!', 'other');
    expect(undone(one).now).toBe('wor');
  });

  it('add no step when nothing changed', () => {
    const same = newHistory('a');
    expect(recordChange(same, 'a')).toBe(same);
    expect(undone(same)).toBe(same);
    expect(redone(same)).toBe(same);
  });
});
