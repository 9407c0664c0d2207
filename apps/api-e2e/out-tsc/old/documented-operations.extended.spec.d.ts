export {};
//# sourceMappingURL=documented-operations.extended.spec.d.ts.map