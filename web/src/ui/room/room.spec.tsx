import { render, screen } from '@testing-library/react';
import { Docked } from './docked';
import { keepRoom } from './room';

const room = (layer: string) => document.documentElement.style.getPropertyValue(`--room-${layer}`);
const high = (height: number) => {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => ({ height }) as DOMRect;
  return element;
};

describe('The room of layers that stay in the window', () => {
  it('the room is the height of all shown parts of a layer', () => {
    const first = keepRoom(high(40.2), 'bar');
    const second = keepRoom(high(20), 'bar');
    expect(room('bar')).toBe('61px');
    first();
    expect(room('bar')).toBe('20px');
    second();
    expect(room('bar')).toBe('0px');
  });

  it('each layer has its own room', () => {
    const end = keepRoom(high(64), 'head');
    expect([room('head'), room('bar')]).toEqual(['64px', '0px']);
    end();
  });

  it('a dock with parts of all pages keeps room', () => {
    render(
      <>
        <Docked to="foot">One</Docked>
        <Docked to="foot">
          <p>Two</p>
        </Docked>
        <Docked to="message">
          <p>Three</p>
        </Docked>
      </>,
    );
    const foot = screen.getByText('Two').parentElement;
    expect(foot?.textContent).toBe('OneTwo');
    expect(foot?.contains(screen.getByText('Three'))).toBe(false);
  });
});
