export {};
//# sourceMappingURL=idempotent-insert.integration.spec.d.ts.map