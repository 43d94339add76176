import { readJoinCode } from '../teaching/joining/join-code';
import { demoClassroom } from './demo-class';

it('the code of the class of the demo has the form of a join code', () =>
  expect(readJoinCode(demoClassroom.join_code)).toBe(demoClassroom.join_code));
