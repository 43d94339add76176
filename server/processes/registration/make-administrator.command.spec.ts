import { Password } from '../../../contracts/passwords';
import { newPassword } from './make-administrator.command';

it('A password that the server makes keeps the rules it asks of everybody, and is another one each time', () => {
  const made = Array.from({ length: 200 }, () => newPassword());
  for (const password of made) expect(Password.safeParse(password).success).toBe(true);
  expect(new Set(made).size).toBe(200);
});
