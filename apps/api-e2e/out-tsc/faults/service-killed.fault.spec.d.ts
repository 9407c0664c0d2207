export {};
//# sourceMappingURL=service-killed.fault.spec.d.ts.map