export {};
//# sourceMappingURL=idempotency.errors.spec.d.ts.map