export {};
//# sourceMappingURL=log.spec.d.ts.map