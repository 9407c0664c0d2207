import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { HttpContext } from '@petstore/http/nest/http-context';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { TokenGuard } from './token.guard.ts';
import { Tokens } from './tokens.ts';

@Module({
  providers: [{ provide: APP_GUARD, useFactory: (tokens: Tokens) => new TokenGuard(tokens), inject: [Tokens] }],
})
class TokenModule {}

export const tokenContext: HttpContext<DocumentPart> = { module: TokenModule, errors: {} };
