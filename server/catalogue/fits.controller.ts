import { Controller } from '@nestjs/common';
import type { Input } from '../../contracts/base/endpoint';
import { readFits } from '../../contracts/catalogue/fits';
import { TheCaller, type Caller } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { FitsRead } from './fits.read';

@Controller()
export class FitsController {
  constructor(private readonly fits: FitsRead) {}

  @Handles(readFits)
  async read({ query }: Input<typeof readFits>, @TheCaller() { person }: Caller) {
    return { items: await this.fits.of(person.account_id, query.session) };
  }
}
