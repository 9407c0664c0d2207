export {};
//# sourceMappingURL=documented-move.integration.spec.d.ts.map