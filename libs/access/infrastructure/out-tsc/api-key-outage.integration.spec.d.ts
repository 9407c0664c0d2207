export {};
//# sourceMappingURL=api-key-outage.integration.spec.d.ts.map