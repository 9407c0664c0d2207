import { type ChangeFeedApp } from './change-feed.ts';
import { type ProvokedResponses } from './provoke.ts';
/** The responses of all operations of the beta document. */
export declare const provokedBetaResponses: ProvokedResponses<ChangeFeedApp>;
export declare function startProvokedBetaApp(): Promise<ChangeFeedApp>;
//# sourceMappingURL=provoked-beta-responses.d.ts.map