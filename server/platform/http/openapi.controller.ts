import { Controller, Header } from '@nestjs/common';
import { allEndpoints } from '../../../contracts/all-endpoints';
import { openApi } from './openapi';
import { Serves } from './operation';
import { documentedOperations, openApiDocument } from '../../../contracts/non-json-operations';

/** The contract as a document, from the schemas that validate requests. */
@Controller()
export class OpenApiController {
  private readonly document = JSON.stringify(
    openApi(allEndpoints, { title: 'Commonlab', version: '1' }, documentedOperations),
  );

  @Serves(openApiDocument)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=300')
  read(): string {
    return this.document;
  }
}
