export {};
//# sourceMappingURL=client.spec.d.ts.map