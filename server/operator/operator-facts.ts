import { Inject, Injectable } from '@nestjs/common';
import {
  contactGroups,
  operatorLinks,
  operatorPages,
  type Operator,
} from '../../contracts/operator/operator';
import { CONFIG, type Config } from '../config';
import { OperatorPages } from './operator-pages';

/** Provides the information about the installation's operator that pages show. */
@Injectable()
export class OperatorFacts {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly pages: OperatorPages,
  ) {}

  /**
   * Returns all information about the operator that is configured. If the operator wrote a page as
   * a file, the page's address is on this server; otherwise it may be on another website.
   */
  get(): Operator {
    const { name, url, contact, links, social, pages } = this.config.operator;
    const places = operatorPages.map((page) => [
      page,
      this.pages.languagesOf(page).length > 0 ? `/${page}` : pages[page],
    ]);
    return {
      name,
      url,
      contact,
      links,
      social,
      pages: Object.fromEntries(places) as Operator['pages'],
    };
  }

  /**
   * Lists the information about the operator that is not configured. The pages of the web app
   * cannot show it.
   */
  missing(): string[] {
    const facts = this.get();
    return [
      ...(facts.name === null ? ['name'] : []),
      ...operatorPages.filter((page) => facts.pages[page] === null),
      ...contactGroups.filter((group) => facts.contact[group] === null).map((g) => `email ${g}`),
      ...operatorLinks.filter((link) => facts.links[link] === null),
      ...(facts.social.length === 0 ? ['social'] : []),
    ];
  }
}
