export {};
//# sourceMappingURL=overload.fault.spec.d.ts.map