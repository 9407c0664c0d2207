export {};
//# sourceMappingURL=client.e2e.spec.d.ts.map