export {};
//# sourceMappingURL=node-cryptography.spec.d.ts.map