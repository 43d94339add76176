import {
  redactStoredValue,
  personalDataInHeading,
  personalDataInValue,
} from './personal-columns.rule';

describe('A column with a person, place or time', () => {
  it.each([
    ['IPAddress', 'address'],
    ['RecipientEmail', 'email'],
    ['E-Mail-Adresse', 'email'],
    ['RecipientFirstName', 'name'],
    ['Vorname', 'name'],
    ['LocationLatitude', 'place'],
    ['LocationLongitude', 'place'],
    ['PLZ', 'place'],
    ['StartDate', 'time'],
    ['RecordedDate', 'time'],
    ['STARTED', 'time'],
    ['LASTDATA', 'time'],
    ['UTC Timestamp', 'time'],
    ['Weekday', 'time'],
    ['time of day', 'time'],
    ['UserAgent', 'agent'],
    ['PROLIFIC_PID', 'panel_id'],
    ['workerId', 'panel_id'],
    ['ExternalReference', 'panel_id'],
    ['Geburtsdatum', 'birth'],
    ['Telefonnummer', 'phone'],
  ])('is recognised by its heading: %s', (heading, reason) => {
    expect(personalDataInHeading(heading)).toBe(reason);
  });

  it.each(['rt', 'Duration (in seconds)', 'Progress', 'Q1_1', 'response_time', 'reaction_time'])(
    'is not recognised by the name of a measurement: %s',
    (heading) => {
      expect(personalDataInHeading(heading)).toBeNull();
    },
  );

  it.each([
    ['ada@lab.example', 'email'],
    ['203.0.113.9', 'address'],
    ['2001:db8::1', 'address'],
    ['2026-11-24 19:39:08', 'time'],
    ['24.11.2026 19:39', 'time'],
    ['11/24/2026 7:39:08 PM', 'time'],
    ['2026-11-24', 'time'],
    ['24.11.2026', 'time'],
    ['1795634348', 'time'],
    ['1795634348123', 'time'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'agent'],
    ['52.52001, 13.40495', 'place'],
  ])('is recognised by a value: %s', (value, reason) => {
    expect(personalDataInValue(value)).toBe(reason);
  });

  it.each([
    '',
    '7',
    '312.5',
    '123456',
    'I like 3.5 of them',
    'a@b',
    '19:39 is late, I said',
    '4:3',
  ])('is not recognised by a usual answer: %j', (value) => {
    expect(personalDataInValue(value)).toBeNull();
  });
});

describe('A long text of an anonymous session', () => {
  const days = { day: '2026-11-24', last_day: '2026-11-25' };
  it('loses only e-mail addresses, network addresses and clock times', () => {
    expect(
      redactStoredValue(
        'note',
        'Write to ada@lab.example from 203.0.113.9, I was here 2026-11-24 19:39.',
        days,
      ),
    ).toEqual({ value: 'Write to [withheld] from [withheld], I was here [withheld].', count: 3 });
    expect(redactStoredValue('note', 'Nothing of the kind', days)).toEqual({
      value: 'Nothing of the kind',
      count: 0,
    });
  });

  it.each([
    'I came at 2 PM',
    'um 14 Uhr',
    'Tuesday 24 November 2026',
    '٢٤ نوفمبر ٢٠٢٦',
    'le 24 novembre 2026',
  ])('loses every form of a time or address that exports withhold: %s', (value) => {
    const { value: left, count } = redactStoredValue('note', value, days);
    expect(left).toContain('[withheld]');
    expect([count, left]).not.toEqual([0, value]);
  });

  it('keeps a number in a column that is named like a measure', () => {
    expect(redactStoredValue('reaction_time', '312.5', days)).toEqual({ value: '312.5', count: 0 });
    expect(redactStoredValue('n', '4', days)).toEqual({ value: '4', count: 0 });
  });
});
