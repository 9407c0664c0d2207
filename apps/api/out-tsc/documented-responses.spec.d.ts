export {};
//# sourceMappingURL=documented-responses.spec.d.ts.map