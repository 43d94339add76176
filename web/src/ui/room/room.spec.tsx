import { render, screen } from '@testing-library/react';
import { DockedPart } from './docked';
import { reserveScrollRoom } from './room';

const room = (layer: string) => document.documentElement.style.getPropertyValue(`--room-${layer}`);
const high = (height: number) => {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => ({ height }) as DOMRect;
  return element;
};

describe('the room that is reserved for fixed layers', () => {
  it('is the total height of all shown parts of a layer', () => {
    const first = reserveScrollRoom(high(40.2), 'bar');
    const second = reserveScrollRoom(high(20), 'bar');
    expect(room('bar')).toBe('61px');
    first();
    expect(room('bar')).toBe('20px');
    second();
    expect(room('bar')).toBe('0px');
  });

  it('is separate for each layer', () => {
    const end = reserveScrollRoom(high(64), 'head');
    expect([room('head'), room('bar')]).toEqual(['64px', '0px']);
    end();
  });

  it('belongs to one element for each layer, which contains all parts of the layer', () => {
    render(
      <>
        <DockedPart to="foot">One</DockedPart>
        <DockedPart to="foot">
          <p>Two</p>
        </DockedPart>
        <DockedPart to="message">
          <p>Three</p>
        </DockedPart>
      </>,
    );
    const foot = screen.getByText('Two').parentElement;
    expect(foot?.textContent).toBe('OneTwo');
    expect(foot?.contains(screen.getByText('Three'))).toBe(false);
  });
});
