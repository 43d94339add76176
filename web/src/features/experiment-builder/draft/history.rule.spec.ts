import {
  newEditHistory,
  recordChange,
  endTypingStep,
  redoChange,
  undoChange,
} from './history.rule';

describe('undo and redo', () => {
  it('move by steps; a change after an undo clears the redo steps', () => {
    let one = recordChange(recordChange(newEditHistory('a'), 'b'), 'c');
    one = undoChange(undoChange(undoChange(one)));
    expect(one.now).toBe('a');
    one = redoChange(one);
    expect(one.now).toBe('b');
    expect(redoChange(redoChange(one)).now).toBe('c');
    expect(redoChange(recordChange(one, 'x')).now).toBe('x');
  });

  it('merge typing in one field into one step until the person pauses or types in a different field', () => {
    let one = recordChange(recordChange(newEditHistory(''), 'w', 'name'), 'wo', 'name');
    expect(undoChange(one).now).toBe('');
    one = recordChange(endTypingStep(one), 'wor', 'name');
    expect(undoChange(one).now).toBe('wo');
    one = recordChange(one, 'wor!', 'other');
    expect(undoChange(one).now).toBe('wor');
  });

  it('add no step when nothing changed', () => {
    const same = newEditHistory('a');
    expect(recordChange(same, 'a')).toBe(same);
    expect(undoChange(same)).toBe(same);
    expect(redoChange(same)).toBe(same);
  });
});
