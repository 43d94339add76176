import { Controller, Header, Inject } from '@nestjs/common';
import { CAPABILITIES, type Capabilities } from '../capabilities';
import { openApi } from './openapi';
import { Serves } from './operation';
import { isDocumented, openApiDocument } from '../../../contracts/base/non-json-operations';

/** The contract as a document, from the schemas that validate requests. */
@Controller()
export class OpenApiController {
  private readonly document: string;

  constructor(@Inject(CAPABILITIES) { endpoints, operations }: Capabilities) {
    this.document = JSON.stringify(
      openApi(endpoints, { title: 'Commonlab', version: '1' }, operations.filter(isDocumented)),
    );
  }

  @Serves(openApiDocument)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=300')
  read(): string {
    return this.document;
  }
}
