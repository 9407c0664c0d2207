export {};
//# sourceMappingURL=api-key.guard.spec.d.ts.map