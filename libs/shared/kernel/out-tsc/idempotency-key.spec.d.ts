export {};
//# sourceMappingURL=idempotency-key.spec.d.ts.map