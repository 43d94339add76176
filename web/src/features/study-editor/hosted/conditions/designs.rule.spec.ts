import { balancedOrders, crossFactors } from './designs.rule';

describe('conditions generated from a design', () => {
  it('crosses the levels of all factors', () => {
    expect(crossFactors('size: small, large\nmy word: red, blue,\n')).toEqual([
      { name: 'small, red', share: 1, values: { size: 'small', my_word: 'red' } },
      { name: 'small, blue', share: 1, values: { size: 'small', my_word: 'blue' } },
      { name: 'large, red', share: 1, values: { size: 'large', my_word: 'red' } },
      { name: 'large, blue', share: 1, values: { size: 'large', my_word: 'blue' } },
    ]);
    expect(crossFactors('nothing here')).toEqual([]);
  });

  it.each([2, 3, 4, 5, 6, 7])(
    'orders %i items so that each is at each position, and follows each other item, equally often',
    (n) => {
      const things = Array.from({ length: n }, (_, i) => `t${i}`);
      const orders = balancedOrders(things.join(',')).map(({ values }) => Object.values(values));
      const per = n % 2 === 0 ? 1 : 2;
      expect(orders).toHaveLength(n * per);
      for (const thing of things) {
        for (let place = 0; place < n; place++)
          expect(orders.filter((order) => order[place] === thing)).toHaveLength(per);
        for (const other of things.filter((one) => one !== thing))
          expect(orders.filter((order) => order[order.indexOf(thing) + 1] === other)).toHaveLength(
            per,
          );
      }
    },
  );

  it('makes no order of fewer than two items', () => {
    expect(balancedOrders('one, one')).toEqual([]);
  });
});
